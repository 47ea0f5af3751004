import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../../../src/engine/http/transport.js';
import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '../../../../src/engine/http/types.js';
import { faultyRoutes } from '../../../support/outbound-faults.js';
import { type RunningServer, startPlatform, startRaw } from '../../../support/outbound-servers.js';
import { createTestAuthority, type TestAuthority } from '../../../support/test-authority.js';

const seen: Array<{ url: string; headers: IncomingMessage['headers'] }> = [];

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
let authority: TestAuthority;
let platform: RunningServer;
let http: OutboundHttp;
let requested = 0;

beforeAll(async () => {
  authority = await createTestAuthority();
  platform = await startPlatform(await authority.issue(['localhost', '127.0.0.1']), (request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    response.on('error', () => undefined);
    const route = faultyRoutes[(request.url ?? '').split('?')[0] ?? ''];
    if (route === undefined) response.writeHead(404).end();
    else route(request, response);
  });
  http = createOutboundHttp({ caFile: authority.caFile, allowedNetworks: LOOPBACK, retry: { attempts: 2, backoffMs: 10 } });
});
afterAll(async () => {
  await http.close();
  await platform.close();
  authority.remove();
});

function request(path: string, over: Partial<OutboundRequest> = {}): OutboundRequest {
  return {
    method: 'GET',
    url: new URL(`https://localhost:${platform.port}${path}`),
    headers: { 'user-agent': 'test' },
    followTo: null,
    expectedStatuses: new Set(),
    limitKey: `${path}#${(requested += 1)}`, // a host of its own: none is refused for what another test asked
    egressKey: 'platform',
    violation: () => null,
    ...over,
  };
}
const never = new AbortController().signal;
const get = (path: string, over: Partial<OutboundRequest> = {}, deadlineMs = 3_000) =>
  http.send(request(path, over), { signal: never, deadlineMs });
const reason = (outcome: OutboundOutcome) => (outcome.ok ? `answer ${outcome.answer.status}` : outcome.reason);
const body = (outcome: OutboundOutcome) => (outcome.ok ? outcome.answer.body : `${outcome.reason}: ${outcome.detail}`);

describe('a name that resolves into the own network', () => {
  it('gets a connection at most, and not a byte: an operator allows such networks by name', async () => {
    const unallowed = createOutboundHttp({ caFile: authority.caFile });
    const before = seen.length;
    for (const host of ['localhost', '127.0.0.1'])
      expect(
        await unallowed.send(request('/plain', { url: new URL(`https://${host}:${platform.port}/plain`) }), {
          signal: never,
          deadlineMs: 2_000,
        }),
      ).toMatchObject({ ok: false, reason: 'unreachable', detail: 'not a public address', requests: 1 });
    expect(seen).toHaveLength(before);
    await unallowed.close();
  });
});

describe('whole answers', () => {
  it('gives status, headers, body and address', async () => {
    const outcome = await get('/plain');
    expect(outcome).toMatchObject({
      ok: true,
      requests: 1,
      host: `localhost:${platform.port}`,
      answer: { status: 200, body: 'hello' },
    });
    expect(body(await get('/early-hints'))).toBe('hinted');
    expect(body(await get('/until-close'))).toBe('whole');
    const repeated = await get('/repeated');
    expect(repeated.ok && repeated.answer.headers['x-a']).toBe('1, 2');
  });

  it.each(['/gzip', '/brotli', '/deflate', '/deflate-raw'])('decompresses %s', async (path) => {
    expect(body(await get(path))).toBe('hello');
  });

  it('reads the declared charset', async () => {
    expect(body(await get('/cyrillic'))).toBe('При');
  });

  it('keeps connections and sends neither cookies nor credentials', async () => {
    const before = platform.accepted();
    await get('/plain');
    await get('/plain');
    expect(platform.accepted() - before).toBeLessThanOrEqual(1);
    expect(seen.at(-1)?.headers).toMatchObject({ 'accept-encoding': 'gzip, deflate, br', 'user-agent': 'test' });
    expect(seen.at(-1)?.headers).not.toHaveProperty('cookie');
    expect(seen.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  it('does not send what is objected to', async () => {
    const before = seen.length;
    const outcome = await get('/plain', { violation: () => 'not the path of the rule' });
    expect(outcome).toMatchObject({ ok: false, reason: 'forbidden', detail: 'not the path of the rule', requests: 0 });
    expect(seen.length).toBe(before);
  });
});

describe('faults become doubts', () => {
  it.each([
    ['/reset', 'unreachable'],
    ['/reset-body', 'unreachable'],
    ['/cut', 'unreachable'],
    ['/cut-chunked', 'unreachable'],
    ['/reset-until-close', 'unreachable'],
    ['/cut-until-close', 'unreachable'],
    ['/huge', 'too_large'],
    ['/announced', 'too_large'],
    ['/bomb', 'too_large'],
    ['/brotli-bomb', 'too_large'],
    ['/double-bomb', 'too_large'],
    ['/long-head', 'too_large'],
    ['/bad-gzip', 'undecodable'],
    ['/cut-gzip', 'undecodable'],
    ['/unknown-coding', 'undecodable'],
    ['/three-codings', 'undecodable'],
    ['/not-utf8-json', 'undecodable'],
    ['/not-http', 'undecodable'],
  ])('%s: %s', async (path, expected) => {
    const outcome = await get(path);
    expect(outcome).toMatchObject({ ok: false, reason: expected });
  });

  it('tries again after a broken connection or a passing 503, and counts the requests', async () => {
    expect(await get('/reset-once')).toMatchObject({ ok: true, requests: 2 });
    expect(await get('/busy-once')).toMatchObject({ ok: true, requests: 2, answer: { status: 200 } });
    expect(await get('/reset')).toMatchObject({ ok: false, requests: 3 });
    expect(await get('/busy')).toMatchObject({ ok: true, requests: 3, answer: { status: 503 } });
  });

  it('does not insist where the platform asked for a pause or the rule expects the status', async () => {
    expect(await get('/busy-for-now')).toMatchObject({ ok: true, requests: 1, answer: { status: 503 } });
    expect(await get('/busy', { expectedStatuses: new Set([503]) })).toMatchObject({ ok: true, requests: 1 });
  });

  it('a refused port and an unknown certificate are unreachable', async () => {
    const closed = await startRaw(() => undefined);
    await closed.close();
    expect(await get('/', { url: new URL(`https://localhost:${closed.port}/`) })).toMatchObject({
      ok: false,
      reason: 'unreachable',
      detail: 'ECONNREFUSED',
      requests: 3,
    });
    const unauthenticated = createOutboundHttp({ allowedNetworks: LOOPBACK });
    expect(await unauthenticated.send(request('/plain'), { signal: never, deadlineMs: 2_000 })).toMatchObject({
      ok: false,
      reason: 'unreachable',
      requests: 1,
    });
    await unauthenticated.close();
  });

  it.each([
    [['other.example.com'], {}, 'certificate: ERR_TLS_CERT_ALTNAME_INVALID'],
    [['localhost'], { expired: true }, 'certificate: CERT_HAS_EXPIRED'],
  ] as const)('certificate for %o %o', async (names, options, detail) => {
    const wrong = await startPlatform(await authority.issue(names, options), (_, response) => response.end('never'));
    const url = new URL(`https://localhost:${wrong.port}/`);
    // Twice: a session of the first handshake must not open the door for the second.
    for (const _ of [1, 2]) expect(await get('/', { url })).toMatchObject({ ok: false, reason: 'unreachable', detail });
    await wrong.close();
  });
});

describe('redirects', () => {
  it('are answers unless the request follows them', async () => {
    expect(await get('/moved')).toMatchObject({ ok: true, answer: { status: 301, headers: { location: '/plain' } } });
  });

  it('are followed on the same host, as GET', async () => {
    expect(await get('/moved', { followTo: [] })).toMatchObject({
      ok: true,
      requests: 2,
      answer: { status: 200, url: expect.stringMatching(/\/plain$/) },
    });
    const posted = await get('/see-other', {
      method: 'POST',
      body: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      followTo: [],
    });
    expect(posted).toMatchObject({ ok: true, answer: { body: 'hello' } });
    expect(seen.at(-1)?.headers).not.toHaveProperty('content-type');
  });

  it.each(['/offsite', '/to-http', '/with-login', '/loop', '/ladder'])('%s leads away', async (path) => {
    const outcome = await get(path, { followTo: ['other.example.com'] });
    expect(reason(outcome)).toBe('redirected_away');
    expect(outcome.requests).toBeLessThanOrEqual(6);
  });

  it('never carry a body on, nor what is objected to', async () => {
    expect(reason(await get('/same-with-body', { method: 'POST', body: '{}', followTo: [] }))).toBe('redirected_away');
    const violation: OutboundRequest['violation'] = ({ url }) => (url.pathname === '/plain' ? 'another path' : null);
    expect(await get('/moved', { followTo: [], violation })).toMatchObject({
      ok: false,
      reason: 'redirected_away',
      detail: 'another path',
      requests: 1,
    });
  });
});

describe('the deadline', () => {
  it.each(['/hang', '/hang-body', '/drip', '/busy'])('is kept for %s', async (path) => {
    const overshoots: number[] = [];
    for (const deadlineMs of [150, 200, 250]) {
      const began = performance.now();
      const outcome = await get(path, {}, deadlineMs);
      overshoots.push(performance.now() - began - deadlineMs);
      if (path !== '/busy') expect(reason(outcome)).toBe('timeout');
    }
    expect(Math.min(...overshoots)).toBeLessThan(1_000);
  });

  it('is kept while names are resolved, connections opened, and TLS begun', async () => {
    const unanswered = await startRaw(() => undefined);
    const nameless = createOutboundHttp({ names: { servers: ['127.0.0.1:9'], timeoutMs: 5_000 } });
    const began = performance.now();
    const outcomes = await Promise.all([
      nameless.send(request('/', { url: new URL('https://slow.example.com/') }), { signal: never, deadlineMs: 200 }),
      get('/', { url: new URL(`https://localhost:${unanswered.port}/`) }, 200),
    ]);
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(reason(outcomes[1])).toBe('timeout');
    expect(['timeout', 'unreachable']).toContain(reason(outcomes[0]));
    await nameless.close();
    await unanswered.close();
  });

  it('leaves no connection behind', async () => {
    const unanswered = await startRaw((socket) => socket.resume());
    await get('/', { url: new URL(`https://localhost:${unanswered.port}/`) }, 100);
    await expect.poll(() => unanswered.open()).toBe(0);
    await unanswered.close();
  });

  it('yields to the caller, who is told that the call was interrupted', async () => {
    const caller = new AbortController();
    const pending = http.send(request('/hang'), { signal: caller.signal, deadlineMs: 60_000 });
    await expect.poll(() => seen.at(-1)?.url).toBe('/hang');
    caller.abort();
    expect(reason(await pending)).toBe('interrupted');
    expect(reason(await http.send(request('/plain'), { signal: caller.signal, deadlineMs: 100 }))).toBe('interrupted');
  });
});
