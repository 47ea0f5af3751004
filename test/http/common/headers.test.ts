import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCommonHeaders, expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import { fillWindow } from '../../support/http/rate-windows.js';
import type { Service } from '../../support/service.js';

/** `fetch` sends no `Expect`. */
function expecting(
  expectation: string,
  url: string,
  key: string,
): Promise<{ status: number | undefined; headers: Headers; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', headers: { expect: expectation, authorization: `Bearer ${key}`, 'content-type': 'application/json' } },
      (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            headers: new Headers(answer.headers as Record<string, string>),
            body: text === '' ? null : JSON.parse(text),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end('{"query":"ada-example"}');
  });
}

describe('headers of every response', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it('the rate is told with every status', async () => {
    const { key, apiKeyId } = await service.account('growth');
    const body = { query: 'ada-example' };
    const seen = [
      await service.call('GET', '/v1/platforms', { key }),
      await service.call('POST', '/v1/lookup', { key, raw: '{', headers: { 'content-type': 'application/json' } }),
      await service.call('POST', '/v1/lookup', { body }),
      await service.call('POST', '/v1/ip', { key: (await service.account('growth', { quota: 0 })).key, body: { ip: '192.0.2.17' } }),
      await service.call('GET', '/v1/lookup/lkp_x', { key }),
      await service.call('GET', '/v1/nowhere', { key }),
      await service.call('PUT', '/v1/lookup', { key, body }),
      await service.call('POST', '/v1/lookup', { key, raw: 'x'.repeat(1_000_000), headers: { 'content-type': 'application/json' } }),
      await service.call('POST', '/v1/lookup', { key, raw: 'x' }),
      await service.call('POST', '/v1/lookup', { key, body: {} }),
    ];
    await fillWindow(service, apiKeyId, 'requests', 120);
    seen.push(await service.call('POST', '/v1/lookup', { key, body }));
    expect(seen.map(({ status }) => status)).toEqual([200, 400, 401, 402, 404, 404, 405, 413, 415, 422, 429]);
    for (const response of seen) expectCommonHeaders(response);
    for (const response of seen.slice(1)) expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it("a request without a valid key is told its address's own window", async () => {
    const first = await service.call('GET', '/v1/platforms');
    expect(first.headers.get('x-ratelimit-limit')).toBe('60');
    const { key } = await service.account('growth');
    expect((await service.call('GET', '/v1/nowhere', { key })).headers.get('x-ratelimit-limit')).toBe('60');
  });

  it('remaining counts down by one a request', async () => {
    const { key } = await service.account('growth');
    const remaining = [];
    for (let sent = 0; sent < 4; sent += 1)
      remaining.push((await service.call('GET', '/v1/platforms', { key })).headers.get('x-ratelimit-remaining'));
    // The minute may turn once; then it starts again.
    expect([
      ['119', '118', '117', '116'],
      ['119', '119', '118', '117'],
      ['119', '118', '119', '118'],
      ['119', '118', '117', '119'],
    ]).toContainEqual(remaining);
  });

  it.each(['order-4711-a', 'A.b_c:d-12345678', 'x'.repeat(64)])('X-Request-Id %s is kept', async (id) => {
    const response = await service.call('GET', '/v1/nowhere', { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toBe(id);
  });

  it.each([undefined, '', 'short', 'with space here', 'x'.repeat(65), '<script>alert(1)</script>', 'ada@example.com'])(
    'X-Request-Id %s is replaced by one of ours',
    async (id) => {
      const response = await service.call('GET', '/v1/nowhere', { headers: id === undefined ? {} : { 'x-request-id': id } });
      expect(response.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    },
  );

  it.each(['foo', '200-ok', '100-continue', '100-continue, foo'])(
    'a request that expects %s is answered like one that expects nothing',
    async (expectation) => {
      const { key } = await service.account('growth', { quota: 1 });
      const first = await expecting(expectation, `${service.url}/v1/lookup`, key);
      expect(first).toMatchObject({ status: 200, body: { status: 'processing' } });
      expectCommonHeaders(first);
      const second = await expecting(expectation, `${service.url}/v1/lookup`, key);
      expect(second).toMatchObject({ status: 402, body: { error: { code: 'quota_exceeded' } } });
      expectCommonHeaders(second);
    },
  );

  it('two requests never share an id', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => service.call('GET', '/v1/nowhere')));
    expect(new Set(responses.map(({ headers }) => headers.get('x-request-id'))).size).toBe(20);
  });

  it('nothing tells what the service is made of', async () => {
    const response = await service.call('GET', '/v1/nowhere');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('server')).toBeNull();
  });

  it.each([
    '/v1',
    '/v1/',
    '/v1/lookups',
    '/V1/platformsx',
    '/v1/platforms/x',
    '/v1/lookup/a/b',
    '/v1/email/x',
    '/v3/lookup',
    '/%00',
    '/v1/..%2fv1',
    '//v1/platforms',
  ])('%s is nowhere: 404 in the shape of every error', async (path) => {
    const { key } = await service.account();
    expectRefusal(await service.call('GET', path, { key }), 'not_found');
  });
});

describe('HEAD', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it('of the stream bills nothing: it asks for no lookup', async () => {
    const { key, accountId } = await service.account();
    const response = await service.call('HEAD', '/v1/lookup/stream?query=ada-example&deep=false&platforms=', { key });
    expect({ status: response.status, text: response.text, allow: response.headers.get('allow') }).toEqual({
      status: 405,
      text: '',
      allow: 'GET',
    });
    const [row] = await service.sql<{ count: number }[]>`SELECT count(*)::int FROM lookups WHERE account_id = ${accountId}`;
    expect(row?.count).toBe(0);
  });

  it('of a list answers like GET without the body', async () => {
    const { key } = await service.account();
    const response = await service.call('HEAD', '/v1/platforms', { key });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
  });
});
