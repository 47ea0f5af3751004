import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HostBackoff } from '../../../../src/engine/http/retry.js';
import { createOutboundHttp } from '../../../../src/engine/http/transport.js';
import type { OutboundHttp, OutboundRequest } from '../../../../src/engine/http/types.js';
import { type ConnectProxy, type RunningServer, startConnectProxy, startPlatform } from '../../../support/outbound-servers.js';
import { createTestAuthority, type TestAuthority } from '../../../support/test-authority.js';

const tooMany = { status: 429, headers: { 'retry-after': '30' } };

describe('a host that asks for a pause', () => {
  it('is paused until then, and no other is', () => {
    let now = 1_000;
    const backoffs = new HostBackoff(() => now);
    backoffs.record('asked', tooMany);
    expect([backoffs.isBackingOff('asked'), backoffs.isBackingOff('another')]).toEqual([true, false]);
    now += 29_999;
    expect(backoffs.isBackingOff('asked')).toBe(true);
    now += 1;
    expect(backoffs.isBackingOff('asked')).toBe(false);
  });

  it('a shorter pause does not end a longer one', () => {
    let now = 0;
    const backoffs = new HostBackoff(() => now);
    backoffs.record('asked', tooMany);
    backoffs.record('asked', { status: 503, headers: { 'retry-after': '1' } });
    now = 2_000;
    expect(backoffs.isBackingOff('asked')).toBe(true);
  });

  it.each([
    ['503 with a time', { status: 503, headers: { 'retry-after': '5' } }, true],
    ['503 without a time', { status: 503, headers: {} }, false],
    ['429 with no time at all', { status: 429, headers: { 'retry-after': '0' } }, false],
    ['an ordinary answer with such a header', { status: 200, headers: { 'retry-after': '5' } }, false],
  ])('%s', (_, answer, backoffSeconds) => {
    const backoffs = new HostBackoff(() => 0);
    backoffs.record('asked', answer);
    expect(backoffs.isBackingOff('asked')).toBe(backoffSeconds);
  });

  it('is believed for an hour at most, and ten thousand hosts at a time', () => {
    let now = 0;
    const backoffs = new HostBackoff(() => now);
    backoffs.record('long', { status: 429, headers: { 'retry-after': '86400' } });
    now = 3_600_001;
    expect(backoffs.isBackingOff('long')).toBe(false);
    for (let host = 0; host <= 10_000; host += 1) backoffs.record(`host-${host}`, tooMany);
    expect([backoffs.isBackingOff('host-0'), backoffs.isBackingOff('host-10000')]).toEqual([false, true]);
  });
});

describe('calls to a host that asks for a pause', () => {
  let authority: TestAuthority;
  let platform: RunningServer;
  let proxy: ConnectProxy;
  let http: OutboundHttp;
  let requested = 0;
  beforeAll(async () => {
    authority = await createTestAuthority();
    platform = await startPlatform(await authority.issue(['example.com']), (_, response) => {
      requested += 1;
      response.writeHead(429, { 'retry-after': '30' }).end();
    });
    proxy = await startConnectProxy({ target: () => platform.port });
    http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
  });
  afterAll(async () => {
    await http.close();
    await proxy.close();
    await platform.close();
    authority.remove();
  });

  it('that wait for their turn are not sent any more', async () => {
    const request: OutboundRequest = {
      method: 'GET',
      url: new URL('https://example.com/'),
      headers: {},
      followTo: null,
      expectedStatuses: new Set(),
      limitKey: 'example.com',
      egressKey: 'platform',
      violation: () => null,
    };
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => http.send(request, { signal: new AbortController().signal, deadlineMs: 5_000 })),
    );
    expect(requested).toBe(2);
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.answer.status : outcome.reason)).sort()).toEqual([
      429,
      429,
      'backing_off',
      'backing_off',
      'backing_off',
      'backing_off',
    ]);
  });
});
