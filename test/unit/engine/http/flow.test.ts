/** How the transport of probes keeps to flow control: what ends a request tells of its host, and what a refused one reports. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../../../src/engine/http/transport.js';
import type { OutboundRequest } from '../../../../src/engine/http/types.js';
import type { CallLimits, QueueTicket } from '../../../../src/engine/flow/request-class.js';
import { type ConnectProxy, type RunningServer, startConnectProxy, startPlatform } from '../../../support/outbound-servers.js';
import { createTestAuthority, type TestAuthority } from '../../../support/test-authority.js';

let authority: TestAuthority;
let platform: RunningServer;
let proxy: ConnectProxy;
let http: ReturnType<typeof createOutboundHttp>;
const held: Array<() => void> = [];

beforeAll(async () => {
  authority = await createTestAuthority();
  platform = await startPlatform(await authority.issue(['*.example.com']), (request, response) => {
    const path = request.url ?? '';
    if (path === '/hold') held.push(() => response.end('held'));
    else if (path === '/hang') return;
    else if (path === '/half') response.writeHead(200, { 'content-length': '100' }).write('half', () => response.socket?.end());
    else if (path === '/away') response.writeHead(302, { location: 'https://other.example.com/plain' }).end();
    else response.writeHead(Number(/\d+/.exec(path)?.[0] ?? 200)).end('answer');
  });
  proxy = await startConnectProxy({ target: () => platform.port });
});
afterAll(async () => {
  await proxy.close();
  await platform.close();
  authority.remove();
});
beforeEach(() => {
  http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile, retry: { attempts: 1, backoffMs: 1 } });
  return () => http.close();
});

const ticket: QueueTicket = { requestClass: 'wait', fairnessKey: 'account', maxWaitMs: 5_000 };
const never = new AbortController().signal;
function query(path: string, limits: Partial<CallLimits> = {}, over: Partial<OutboundRequest> = {}) {
  const host = over.limitKey ?? 'one.example.com';
  const request: OutboundRequest = {
    method: 'GET',
    url: new URL(`https://${host}${path}`),
    headers: {},
    followTo: null,
    expectedStatuses: new Set(),
    limitKey: host,
    egressKey: 'one',
    violation: () => null,
    ...over,
  };
  return http.send(request, { signal: never, deadlineMs: 5_000, queue: ticket, ...limits });
}
/** Another host answers: the egress works. */
const elsewhere = () => query('/plain', {}, { limitKey: 'other.example.com' });
const lane = (host = 'one.example.com') => http.flow.lane(host, '127.0.0.1');

describe('a request that flow control refuses', () => {
  it('was not sent: it says so at once when the circuit is open, and whether a trial is due', async () => {
    for (let n = 0; n < 3; n += 1) expect(await query('/hang', { deadlineMs: 50 })).toMatchObject({ ok: false, reason: 'timeout' });
    await elsewhere();
    const before = platform.accepted();
    expect(await query('/plain')).toMatchObject({ ok: false, reason: 'unavailable', requests: 0, latencyMs: 0, status: null });
    expect(platform.accepted()).toBe(before);
    expect(await query('/plain', { isTrial: true })).toMatchObject({ ok: true, requests: 1, egress: '127.0.0.1' });
    expect(await query('/plain')).toMatchObject({ ok: true });
  });

  it('is busy when no slot was free in time, and holds nothing', async () => {
    const all = [query('/hold'), query('/hold')];
    await expect.poll(() => held.length).toBe(2);
    let hasStarted = false;
    expect(await query('/plain', { queue: { ...ticket, maxWaitMs: 20 }, onStart: () => (hasStarted = true) })).toMatchObject({
      ok: false,
      reason: 'busy',
      requests: 0,
    });
    expect([hasStarted, http.stats().waiting]).toEqual([false, 0]);
    for (const answer of held.splice(0)) answer();
    expect((await Promise.all(all)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(http.stats().inFlight).toBe(0);
  });

  it('is interrupted when its caller gives up while it waits', async () => {
    const all = [query('/hold'), query('/hold')];
    await expect.poll(() => held.length).toBe(2);
    const caller = new AbortController();
    const waiting = query('/plain', { signal: caller.signal });
    caller.abort();
    expect(await waiting).toMatchObject({ ok: false, reason: 'interrupted', requests: 0 });
    for (const answer of held.splice(0)) answer();
    await Promise.all(all);
  });
});

describe('what ends a request', () => {
  it('a refusal by status halves the limit and opens no circuit while others are answered; one that the rule expects does not', async () => {
    expect(await query('/429', {}, { expectedStatuses: new Set([429]) })).toMatchObject({ ok: true, answer: { status: 429 } });
    expect(lane()?.limit.concurrency).toBe(2);
    expect(await query('/429')).toMatchObject({ ok: true, answer: { status: 429 } });
    expect(lane()).toMatchObject({ limit: { concurrency: 1 }, circuit: { openUntil: null } });
  });

  it('a failing status is an answer: the host is there', async () => {
    for (const path of ['/404', '/403', '/500']) await query(path);
    expect(lane()).toMatchObject({
      limit: { concurrency: 2, decreasedAt: Number.NEGATIVE_INFINITY },
      circuit: { failures: 0, openUntil: null },
    });
  });

  it('an answer that breaks off is a connection failure: several in a row open the circuit, a whole one between them does not let them', async () => {
    for (const path of ['/half', '/half', '/plain', '/half', '/half']) await query(path);
    expect(lane()).toMatchObject({ circuit: { failures: 2, openUntil: null } });
    expect(await query('/half')).toMatchObject({ ok: false, reason: 'unreachable', status: 200 });
    await elsewhere();
    expect(await query('/half')).toMatchObject({ ok: false, reason: 'unavailable', requests: 0 });
  });

  it('a violation of the harm rule says nothing about the host, and one after another frees its slot', async () => {
    for (let n = 0; n < 4; n += 1) {
      expect(await query('/plain', {}, { violation: () => 'a reset form' })).toMatchObject({ ok: false, reason: 'forbidden', requests: 0 });
    }
    expect(lane()).toMatchObject({ limit: { credit: 0 }, circuit: { failures: 0 } });
    expect(http.stats().inFlight).toBe(0);
  });

  it('a redirect to another host takes a slot there, and gives its own back', async () => {
    expect(await query('/away', {}, { followTo: ['other.example.com'] })).toMatchObject({
      ok: true,
      host: 'other.example.com',
      requests: 2,
    });
    expect([[...http.flow.hosts.keys()], http.stats().inFlight]).toEqual([['one.example.com', 'other.example.com'], 0]);
  });

  it('limits of the entry hold at its own host', async () => {
    const limits = { maxConcurrency: 1 };
    const all = [query('/hold', {}, { limits }), query('/hold', {}, { limits })];
    await expect.poll(() => held.length).toBe(1);
    expect(http.stats()).toMatchObject({ inFlight: 1, waiting: 1 });
    held.shift()?.();
    await expect.poll(() => held.length).toBe(1);
    held.shift()?.();
    await Promise.all(all);
  });
});
