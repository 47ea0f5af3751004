import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProviderHttp, type ProviderHttp, providerUrl } from '../../../src/facts/provider-http.js';
import type { Budget } from '../../../src/kernel/values/source.js';
import { type Fault, type JsonProvider, type ProviderReply, startJsonProvider } from '../../support/json-provider.js';
import { type RunningServer, startPlatform, startRaw } from '../../support/outbound-servers.js';
import { createTestAuthority } from '../../support/test-authority.js';

let provider: JsonProvider;
let http: ProviderHttp;
const budget = (budgetMs = 5_000): Budget => ({ signal: new AbortController().signal, budgetMs });
const get = (path: string, budgetMs?: number, more: object = {}) =>
  http.getJson(`${provider.url}${path}`, { budget: budget(budgetMs), ...more });

beforeEach(async () => {
  provider = await startJsonProvider();
  http = createProviderHttp();
});
afterEach(async () => {
  await Promise.all([http.close(), provider.close()]);
});

describe('an answer', () => {
  it('is the JSON with its status, and the request says who asks and what it reads', async () => {
    provider.replies.set('/facts', { json: { a: [1, null] } });
    expect(await get('/facts', 5_000, { headers: { 'x-key': 'k' } })).toEqual({ status: 200, body: { a: [1, null] } });
    expect(provider.seen[0]?.headers).toMatchObject({ accept: 'application/json', 'user-agent': 'footprint', 'x-key': 'k' });
  });

  it('to a POST is read alike', async () => {
    provider.replies.set('/search', ({ body }) => ({ json: { requested: JSON.parse(body) as unknown } }));
    expect(await http.postJson(`${provider.url}/search`, { q: 'ä' }, { budget: budget() })).toEqual({
      status: 200,
      body: { requested: { q: 'ä' } },
    });
    expect(provider.seen[0]).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  });

  it('of an expected status is handed over, with null where its body is no JSON', async () => {
    provider.replies.set('/none', 'page for 404');
    provider.replies.set('/told', { status: 404, json: { found: 0 } });
    expect(await get('/none', 5_000, { expectedStatuses: [404] })).toEqual({ status: 404, body: null });
    expect(await get('/told', 5_000, { expectedStatuses: [404] })).toEqual({ status: 404, body: { found: 0 } });
    expect(await get('/told')).toEqual({ failure: 'refused' });
  });
});

describe('no answer', () => {
  const sourceFailures: [Fault, string][] = [
    ['garbage', 'malformed'],
    ['page', 'malformed'],
    ['empty', 'malformed'],
    ['cut', 'unreachable'],
    ['reset', 'unreachable'],
    ['too many', 'rate_limited'],
    ['key refused', 'unauthorized'],
    ['forbidden', 'unauthorized'],
    ['server error', 'unreachable'],
    ['redirect', 'refused'],
    ['page for 404', 'refused'],
  ];
  it.each(sourceFailures)('%s is told as %s', async (fault, failure) => {
    provider.replies.set('/facts', fault);
    expect(await get('/facts')).toEqual(fault === 'too many' ? { failure, againMs: 3_600_000 } : { failure });
  });

  it.each(['hang', 'drip'] as const)('%s ends with the budget', async (fault) => {
    provider.replies.set('/facts', fault);
    const started = performance.now();
    expect(await get('/facts', 150)).toEqual({ failure: 'timeout' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('when the caller gives up is a time-out at once', async () => {
    provider.replies.set('/facts', 'hang');
    const caller = new AbortController();
    const requested = http.getJson(`${provider.url}/facts`, { budget: { signal: caller.signal, budgetMs: 60_000 } });
    caller.abort();
    expect(await requested).toEqual({ failure: 'timeout' });
  });

  it('from a closed port is unreachable', async () => {
    const { url } = provider;
    await provider.close();
    expect(await http.getJson(`${url}/facts`, { budget: budget() })).toEqual({ failure: 'unreachable' });
    provider = await startJsonProvider();
  });

  it('from a server whose certificate nobody vouches for is unreachable, and no key is sent', async () => {
    const authority = await createTestAuthority();
    let received = 0;
    const server = await startPlatform(await authority.issue(['127.0.0.1']), (_, response) => {
      received += 1;
      response.end('{}');
    });
    expect(await http.getJson(`https://127.0.0.1:${server.port}/?key=secret`, { budget: budget() })).toEqual({
      failure: 'unreachable',
    });
    expect(received).toBe(0);
    await server.close();
    authority.remove();
  });

  it.each([
    ['not HTTP', 'HELO example.com\r\n\r\n'],
    ['a head without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n{}`],
  ])('%s is malformed or unreachable, never facts', async (_, bytes) => {
    const server: RunningServer = await startRaw((socket) => void socket.end(bytes));
    const answer = await http.getJson(`http://127.0.0.1:${server.port}/`, { budget: budget() });
    expect(['malformed', 'unreachable']).toContain(answer.failure);
    await server.close();
  });
});

describe('size', () => {
  it('is bounded as sent', async () => {
    provider.replies.set('/big', { text: JSON.stringify('x'.repeat(1_100_000)) });
    expect(await get('/big')).toEqual({ failure: 'malformed' });
  });

  it('is bounded when decompressed', async () => {
    const packed = gzipSync(JSON.stringify({ a: 'x'.repeat(1_000) }));
    const bomb = gzipSync(JSON.stringify('x'.repeat(50_000_000)));
    const server = await startRaw((socket) => {
      socket.once('data', (head: Buffer) => {
        const body = head.toString().startsWith('GET /bomb') ? bomb : packed;
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`);
        socket.end(body);
      });
    });
    expect(await http.getJson(`http://127.0.0.1:${server.port}/`, { budget: budget() })).toEqual({
      status: 200,
      body: { a: 'x'.repeat(1_000) },
    });
    expect(await http.getJson(`http://127.0.0.1:${server.port}/bomb`, { budget: budget() })).toEqual({ failure: 'malformed' });
    await server.close();
  });
});

describe('one more try', () => {
  const good = { json: { ok: true } };
  it.each([
    ['429 with a short Retry-After', { status: 429, headers: { 'retry-after': '0' } }],
    ['503 with a short Retry-After', { status: 503, headers: { 'retry-after': '0' } }],
    ['a reset', 'reset' as const],
  ])('helps after %s', async (_, first) => {
    provider.replies.set('/facts', [first, good]);
    expect(await get('/facts')).toEqual({ status: 200, body: { ok: true } });
    expect(provider.seen).toHaveLength(2);
  });

  it.each<[string, ProviderReply, string, number?]>([
    ['429 without Retry-After', { status: 429 }, 'rate_limited'],
    ['429 with a long Retry-After', 'too many', 'rate_limited', 3_600_000],
    ['503 without Retry-After', { status: 503 }, 'unreachable'],
    ['500', 'server error', 'unreachable'],
    ['garbage', 'garbage', 'malformed'],
  ])('is not made after %s', async (_, first, failure, againMs?: number) => {
    provider.replies.set('/facts', [first, good]);
    expect(await get('/facts')).toEqual(againMs === undefined ? { failure } : { failure, againMs });
    expect(provider.seen).toHaveLength(1);
  });

  it('is one only, and none that the budget has no room for', async () => {
    const slow = { status: 429, headers: { 'retry-after': '1' } };
    provider.replies.set('/facts', { status: 503, headers: { 'retry-after': '0' } });
    provider.replies.set('/slow', [slow, good]);
    expect(await get('/facts')).toEqual({ failure: 'unreachable' });
    expect(await get('/slow', 500)).toEqual({ failure: 'rate_limited', againMs: 1_000 });
    expect(provider.seen.map(({ path }) => path)).toEqual(['/facts', '/facts', '/slow']);
  });
});

describe('addresses', () => {
  it.each([
    ['https://provider.example.com', 'https://provider.example.com/v2/%2B1/a%2Fb?key=k%26y'],
    ['https://provider.example.com/base/', 'https://provider.example.com/base/v2/%2B1/a%2Fb?key=k%26y'],
  ])('below %s are encoded', (base, url) => {
    expect(providerUrl(base, ['v2', '+1', 'a/b'], { key: 'k&y' }).href).toBe(url);
  });
});
