import type { ParameterizedContext } from 'koa';
import { describe, expect, it } from 'vitest';
import { ERRORS, ServiceError, type ErrorCode } from '../../../../src/kernel/values/errors.js';
import type { RequestState } from '../../../../src/kernel/http/request-context.js';
import { errorHandler } from '../../../../src/kernel/http/errors.js';
import { captureLog } from '../../../support/traces.js';

/** Runs the handler over a request that fails in a certain way. */
async function answerTo(error: unknown, complete = true) {
  const captured = captureLog();
  const headers: Record<string, string> = {};
  const ctx = {
    status: 404,
    body: undefined as unknown,
    state: { requestId: 'req_1', route: 'POST /v1/lookup' },
    req: { complete },
    set(name: string, value: string) {
      headers[name.toLowerCase()] = value;
    },
  };
  await errorHandler(captured.log)(ctx as unknown as ParameterizedContext<RequestState>, () => Promise.reject(error));
  return { status: ctx.status, body: ctx.body, headers, log: captured.text() };
}

describe('errorHandler', () => {
  it.each(Object.keys(ERRORS) as ErrorCode[])('%s is shown with its status and text', async (code) => {
    const { status, body } = await answerTo(new ServiceError(code));
    expect({ status, body }).toEqual({ status: ERRORS[code].status, body: { error: { code, message: ERRORS[code].message } } });
  });

  it.each([
    ['an error', new Error('no row for ada@example.com')],
    [
      'an error of the database',
      Object.assign(new Error('Failing row contains (ada@example.com)'), { code: '23514', detail: 'ada@example.com' }),
    ],
    ['an error around an error', new Error('ada@example.com', { cause: Object.assign(new Error('ada@example.com'), { code: '22P05' }) })],
    ['a text', 'ada@example.com'],
    ['nothing', undefined],
    ['a code that is a text', Object.assign(new Error(), { name: 'Strange' })],
  ])('%s becomes internal_error: neither the answer nor the log has a word of it', async (_, error) => {
    const { status, body, log } = await answerTo(error);
    expect({ status, body }).toEqual({ status: 500, body: { error: { code: 'internal_error', message: ERRORS.internal_error.message } } });
    expect(log).toContain('req_1');
    expect(log).not.toContain('ada');
  });

  it.each([
    'ECONNREFUSED',
    'CONNECTION_CLOSED',
    'EAI_AGAIN',
    'ENOTFOUND',
    'EHOSTUNREACH',
    '57P01',
    '08006',
    '40001',
    '25006',
    '57014',
    '25P03',
  ])('%s passes: 503 with Retry-After', async (code) => {
    for (const error of [Object.assign(new Error('x'), { code }), new Error('x', { cause: Object.assign(new Error('x'), { code }) })]) {
      const { status, headers } = await answerTo(error);
      expect(status).toBe(503);
      expect(headers['retry-after']).toBe('1');
    }
  });

  it('a refused body that is still arriving ends the connection, so that its rest is not taken for a request', async () => {
    expect((await answerTo(new ServiceError('payload_too_large'), false)).headers['connection']).toBe('close');
    expect((await answerTo(new ServiceError('payload_too_large'), true)).headers['connection']).toBeUndefined();
  });

  it('401 carries its challenge', async () => {
    expect((await answerTo(new ServiceError('unauthorized'))).headers['www-authenticate']).toBe('Bearer');
  });
});
