import { expect } from 'vitest';
import { ERRORS, type ErrorCode } from '../../../src/kernel/values/errors.js';
import type { Service } from '../service.js';

export type Answered = Awaited<ReturnType<Service['call']>>;

/** docs/contract.md, 9.3, and the id that both sides find a request by. */
export function expectCommonHeaders(response: Pick<Answered, 'headers'>): void {
  expect(response.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  expect(response.headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/);
  expect(response.headers.get('x-request-id')).toMatch(/^[\w.:-]{8,64}$/);
}

/**
 * A refusal in the shape of ApiError: the status of its code, the common headers, nothing else in the body; a 402 has its allowance, a
 * batch its faults.
 */
export function expectRefusal(response: Omit<Answered, 'body'> & { readonly body: unknown }, code: ErrorCode): void {
  const { status } = ERRORS[code];
  const details = { unit: expect.any(String) as string, used: expect.any(Number) as number, limit: expect.any(Number) as number };
  // v1, and a batch that is refused as a whole, name no items.
  const hasFaults = 'details' in ((response.body as { error?: object }).error ?? {});
  const faults = { invalid: expect.any(Number) as number, faults: expect.arrayContaining([expect.any(Object)]) as object[] };
  expect({ status: response.status, body: response.body }).toEqual({
    status,
    body: {
      error: {
        code,
        message: expect.stringMatching(/\S/) as string,
        ...(status === 402 ? { details: expect.objectContaining(details) as object } : {}),
        ...(code === 'invalid_batch' && hasFaults ? { details: expect.objectContaining(faults) as object } : {}),
      },
    },
  });
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expectCommonHeaders(response);
}
