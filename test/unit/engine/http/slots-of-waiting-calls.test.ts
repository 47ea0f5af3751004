/** A call that sends nothing holds no slot of its host: in the pause before a retry, and while another call obtains what it needs. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../../../src/engine/http/transport.js';
import type { OutboundRequest, Via } from '../../../../src/engine/http/types.js';
import { type ConnectProxy, type RunningServer, startConnectProxy, startPlatform } from '../../../support/outbound-servers.js';
import { createTestAuthority, type TestAuthority } from '../../../support/test-authority.js';

const HOST = 'one.example.com';
let authority: TestAuthority;
let platform: RunningServer;
let proxy: ConnectProxy;
let http: ReturnType<typeof createOutboundHttp>;
const seen: string[] = [];
const held: Array<() => void> = [];

beforeAll(async () => {
  authority = await createTestAuthority();
  platform = await startPlatform(await authority.issue(['*.example.com']), (request, response) => {
    const path = request.url ?? '';
    const isFirst = !seen.includes(path);
    seen.push(path);
    if (path === '/passing' && isFirst) response.writeHead(503).end();
    else if (path === '/hold') held.push(() => response.end('held'));
    else response.end('answer');
  });
  proxy = await startConnectProxy({ target: () => platform.port });
});
afterAll(async () => {
  await proxy.close();
  await platform.close();
  authority.remove();
});
beforeEach(() => {
  seen.length = 0;
  held.length = 0;
  http = createOutboundHttp({
    proxyUrl: `http://127.0.0.1:${proxy.port}`,
    caFile: authority.caFile,
    perHost: 1,
    perSecond: 1_000,
    retry: { attempts: 1, backoffMs: 400 },
  });
  return () => http.close();
});

const never = new AbortController().signal;
function query(path: string, over: Partial<OutboundRequest> = {}, deadlineMs = 5_000) {
  const request: OutboundRequest = {
    method: 'GET',
    url: new URL(`https://${HOST}${path}`),
    headers: {},
    followTo: null,
    expectedStatuses: new Set(),
    limitKey: HOST,
    egressKey: 'one',
    violation: () => null,
    ...over,
  };
  const queue = { requestClass: 'wait', fairnessKey: 'account', maxWaitMs: 5_000 } as const;
  return http.send(request, { signal: never, deadlineMs, queue });
}
const parts = { url: new URL(`https://${HOST}/prepared`), headers: {} };
const sendBefore = (via: Via, path: string) =>
  via.send({ method: 'GET', url: new URL(`https://${HOST}${path}`), headers: {}, violation: () => null });

describe('at a host with one slot', () => {
  it('the pause before a retry leaves it to another call', async () => {
    const retried = query('/passing');
    await expect.poll(() => seen).toEqual(['/passing']);
    expect(await query('/plain')).toMatchObject({ ok: true, requests: 1 });
    expect(await retried).toMatchObject({ ok: true, requests: 2 });
    expect(seen).toEqual(['/passing', '/plain', '/passing']);
    expect(http.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  it('a retry that gets no slot in time ends with what the first request showed', async () => {
    const retried = query('/passing', {}, 1_200);
    await expect.poll(() => seen).toEqual(['/passing']);
    const other = query('/hold');
    expect(await retried).toMatchObject({ ok: true, requests: 1, answer: { status: 503 } });
    held[0]?.();
    await other;
  });

  it('any number of calls that wait for one prelude leave it to the one that obtains it', async () => {
    let obtain = (): void => undefined;
    const obtained = new Promise<void>((resolve) => (obtain = resolve));
    const waiting = Array.from({ length: 8 }, () => query('/prepared', { prepare: () => obtained.then(() => parts) }));
    const loading = query('/prepared', {
      prepare: async (via) => {
        expect((await sendBefore(via, '/prelude')).status).toBe(200);
        obtain();
        return parts;
      },
    });
    for (const outcome of await Promise.all([...waiting, loading])) expect(outcome).toMatchObject({ ok: true });
    expect(seen).toEqual(['/prelude', ...Array.from({ length: 9 }, () => '/prepared')]);
    expect(http.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
  });

  it('a call whose prelude is known keeps its slot, and one with a prelude of its own takes one start for each request', async () => {
    const known = await query('/prepared', { prepare: () => Promise.resolve(parts) });
    const own = await query('/prepared', { prepare: (via) => sendBefore(via, '/prelude').then(() => parts) });
    expect([known, own]).toMatchObject([
      { ok: true, requests: 1 },
      { ok: true, requests: 2 },
    ]);
    const lane = http.flow.lane(HOST, '127.0.0.1');
    const isWithin = (perSecond: number): boolean | undefined => {
      lane?.override({ perSecond });
      return lane?.isWithin({ index: 0, members: 1 }, performance.now());
    };
    expect([isWithin(3), isWithin(2)]).toEqual([true, false]);
  });

  it('a call that ends while it waits for a prelude holds nothing', async () => {
    const outcome = await query('/prepared', { prepare: () => new Promise(() => undefined) }, 100);
    expect(outcome).toMatchObject({ ok: false, reason: 'timeout', requests: 0 });
    expect(http.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    expect(await query('/plain')).toMatchObject({ ok: true });
  });
});
