import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../../../src/engine/http/transport.js';
import type { OutboundRequest } from '../../../../src/engine/http/types.js';
import { type ConnectProxy, type RunningServer, startConnectProxy, startPlatform } from '../../../support/outbound-servers.js';
import { createTestAuthority, type TestAuthority } from '../../../support/test-authority.js';

const never = new AbortController().signal;
/** Far more than a call takes on the busiest machine. */
const UNHURRIED = 120_000;

describe('through a proxy', () => {
  let authority: TestAuthority;
  let platform: RunningServer;
  let proxy: ConnectProxy;
  let inFlight = 0;
  let most = 0;
  const waiting: Array<() => void> = [];
  let hold = 0;

  beforeAll(async () => {
    authority = await createTestAuthority();
    platform = await startPlatform(await authority.issue(['*.example.com', 'example.com']), ({ url = '/' }, response) => {
      const [, to, path = '/'] = /^\/to\/([^/]+)(\/.*)?$/.exec(url) ?? [];
      if (to !== undefined) return void response.writeHead(302, { location: `https://${to}${path}` }).end();
      inFlight += 1;
      most = Math.max(most, inFlight);
      const answer = () => {
        inFlight -= 1;
        response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(20_000));
      };
      waiting.push(answer);
      if (waiting.length >= hold) for (const each of waiting.splice(0)) each();
    });
    proxy = await startConnectProxy({ target: () => platform.port });
  });
  afterAll(async () => {
    await proxy.close();
    await platform.close();
    authority.remove();
  });
  const request = (host: string): OutboundRequest => ({
    method: 'GET',
    url: new URL(`https://${host}/`),
    headers: {},
    followTo: null,
    expectedStatuses: new Set(),
    limitKey: host,
    egressKey: host,
    violation: () => null,
  });

  it('500 requests over TLS are in flight at once, and each is answered', async () => {
    const http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    [hold, most] = [500, 0];
    const requested = Array.from({ length: 500 }, (_, index) =>
      http.send(request(`h${index}.example.com`), { signal: never, deadlineMs: UNHURRIED }),
    );
    const outcomes = await Promise.all(requested);
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(500);
    expect(most).toBe(500);
    expect(http.stats()).toMatchObject({ inFlight: 0, waiting: 0 });
    await http.close();
    await expect.poll(() => proxy.open()).toBe(0);
  });

  it('one host never sees more than two at a time', async () => {
    const http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    [hold, most] = [1, 0];
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, () => http.send(request('one.example.com'), { signal: never, deadlineMs: UNHURRIED })),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(60);
    expect(most).toBeLessThanOrEqual(2);
    await http.close();
  });

  it('a redirect that leads away and back is under the limits of its rule: the name of its host may be that of a person', async () => {
    const http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    hold = 1;
    const person = 'quixotic-zephyr.example.com';
    const url = new URL(`https://${person}/to/www.example.com/to/${person}`);
    const asked = { ...request(person), url, limitKey: '{username}.example.com', followTo: ['www.example.com'] };
    expect(await http.send(asked, { signal: never, deadlineMs: UNHURRIED })).toMatchObject({ ok: true, requests: 3, host: person });
    expect([...http.flow.hosts.keys()].sort()).toEqual(['www.example.com', '{username}.example.com']);
    await http.close();
  });

  it('a call that waited longer than its deadline keeps the whole of it', async () => {
    const http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    hold = 1_000;
    const send = (deadlineMs: number) => http.send(request('one.example.com'), { signal: never, deadlineMs });
    const others = [send(UNHURRIED), send(UNHURRIED)];
    await expect.poll(() => waiting.length).toBe(2);
    const begun = performance.now();
    const late = send(3_000);
    await expect.poll(() => performance.now() - begun).toBeGreaterThan(3_000);
    hold = 1;
    for (const answer of waiting.splice(0)) answer();
    for (const outcome of await Promise.all([...others, late])) expect(outcome.ok).toBe(true);
    await http.close();
  });

  it('closing ends what is in flight and what waits', async () => {
    const http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    [hold, most] = [1_000, 0];
    const pending = Array.from({ length: 5 }, () => http.send(request('two.example.com'), { signal: never, deadlineMs: 60_000 }));
    await expect.poll(() => waiting.length).toBe(2);
    await http.close();
    for (const outcome of await Promise.all(pending)) expect(outcome).toMatchObject({ ok: false, reason: 'interrupted' });
    waiting.splice(0);
  });
});
