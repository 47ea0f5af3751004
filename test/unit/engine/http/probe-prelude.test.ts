import { describe, expect, it } from 'vitest';
import { RuleProber } from '../../../../src/engine/platform-prober.js';
import type { Platform } from '../../../../src/engine/catalogue/rules/platform.js';
import type { Prelude } from '../../../../src/engine/catalogue/rules/probe-rule.js';
import { captureText } from '../../../../src/engine/evaluation/capture.js';
import type { OutboundHttp, RequestParts, ViaResponse } from '../../../../src/engine/http/types.js';
import { failureOf } from '../../../../src/kernel/net/failure.js';

const platform = (prelude: Prelude): Platform => ({
  slug: 'example',
  name: 'Example',
  homepage: 'https://www.example.com',
  icon: null,
  tags: [],
  strength: 'standard',
  instant: [],
  probes: {
    username: {
      method: 'account_enumeration',
      prelude,
      request: {
        method: 'POST',
        url: 'https://www.example.com/free',
        headers: prelude.captures === undefined ? {} : { 'x-csrf-token': '{prelude:csrf}' },
        body: { json: { name: '{username}' } },
      },
      safety: { basis: 'availability_check', reviewed: '2026-11-23', reason: 'asks whether a name is free' },
      absent: { status: [200], json: [{ pointer: '/free', is: 'true' }] },
    },
  },
});

/** A site whose every response sets a cookie of its own; time is given. */
function siteThat(before: (n: number) => Partial<ViaResponse>) {
  const sent: RequestParts[] = [];
  let preludes = 0;
  const transport: OutboundHttp = {
    async send(request) {
      const send = async (parts: RequestParts): Promise<ViaResponse> => ({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: '',
        url: parts.url.href,
        setCookies: [],
        ...before((preludes += 1)),
      });
      const report = { host: request.url.host, requests: 1, latencyMs: 1 };
      try {
        const parts = (await request.prepare?.({ egress: 'direct ', send })) ?? request;
        sent.push(parts);
        const headers = { 'content-type': 'application/json', 'set-cookie': `who=${sent.length}` };
        return { ...report, ok: true, egress: 'direct', answer: { status: 200, headers, body: '{"free":true}', url: parts.url.href } };
      } catch (error) {
        return {
          ...report,
          ok: false,
          ...failureOf(error),
          detail: failureOf(error).detail,
          reason: failureOf(error).reason,
          status: null,
        };
      }
    },
    egressRejected: () => undefined,
    close: async () => undefined,
    stats: () => ({ inFlight: 0, waiting: 0, idleConnections: 0 }),
  };
  let time = 0;
  const prober = new RuleProber({ transport, violation: () => null, now: () => time });
  return {
    sent,
    preludes: () => preludes,
    at: (ms: number) => void (time = ms),
    probe: (prelude: Prelude, name = 'ada') =>
      prober.probe(platform(prelude), { type: 'username', value: name }, { signal: new AbortController().signal, deadlineMs: 1_000 }),
  };
}
const cookieOf = ({ headers }: RequestParts) => headers['cookie'];
const URL = 'https://www.example.com/welcome';

describe('the cookies of a prelude', () => {
  it('are sent with each probe, and those that the response to one identity sets never reach the next', async () => {
    const site = siteThat(() => ({ setCookies: ['sid=1; Path=/; Secure', 'far=1; Domain=example.org', 'other=1; Path=/elsewhere'] }));
    for (const name of ['ada', 'bob', 'eve']) await site.probe({ url: URL, sendCookies: true, ttlSeconds: 60 }, name);
    expect(site.sent.map(cookieOf)).toEqual(['sid=1', 'sid=1', 'sid=1']);
    expect(site.preludes()).toBe(1);
  });

  it('are not sent where the rule only captures one', async () => {
    const site = siteThat(() => ({ setCookies: ['csrf=abc'] }));
    await site.probe({ url: URL, captures: { csrf: { cookie: 'csrf' } }, ttlSeconds: 60 });
    expect(site.sent.map(({ headers }) => [headers['x-csrf-token'], headers['cookie']])).toEqual([['abc', undefined]]);
  });

  it('end the use of a response that would last longer', async () => {
    const site = siteThat((n) => ({ setCookies: [`csrf=${n}; Max-Age=10`] }));
    for (const ms of [0, 9_000, 11_000]) {
      site.at(ms);
      await site.probe({ url: URL, captures: { csrf: { cookie: 'csrf' } }, ttlSeconds: 600 });
    }
    expect(site.sent.map(({ headers }) => headers['x-csrf-token'])).toEqual(['1', '1', '2']);
  });
});

describe('a response without what the probe needs', () => {
  it.each<[string, Partial<ViaResponse>, Prelude['captures']]>([
    ['no such cookie', {}, { csrf: { cookie: 'csrf' } }],
    ['an expired cookie', { setCookies: ['csrf=a; Max-Age=0'] }, { csrf: { cookie: 'csrf' } }],
    ['no such header', {}, { csrf: { header: 'x-token' } }],
    ['no JSON', { body: '{' }, { csrf: { json: '/token' } }],
    ['an object', { body: '{"token":{}}' }, { csrf: { json: '/token' } }],
    ['a line break', { body: '{"token":"a\\nb"}' }, { csrf: { json: '/token' } }],
    ['five kilobytes', { body: JSON.stringify({ token: 'a'.repeat(5_000) }) }, { csrf: { json: '/token' } }],
    ['no such text', { body: 'csrf=""' }, { csrf: { text: 'csrf="([^"]+)"' } }],
    ['another status', { status: 404, body: 'csrf="a"' }, { csrf: { text: 'csrf="([^"]+)"' } }],
  ])('%s: omitted with a reason that says so, and not kept', async (_, response, captures) => {
    const site = siteThat(() => response);
    for (let n = 1; n <= 2; n += 1) {
      expect(await site.probe({ url: URL, captures, ttlSeconds: 60 })).toMatchObject({ state: 'inconclusive', reason: 'prelude_unusable' });
      expect(site.preludes()).toBe(n);
    }
    expect(site.sent).toEqual([]);
  });

  it('leads to another site: nothing is sent there', async () => {
    const site = siteThat(() => ({ status: 302, headers: { location: 'https://www.example.org/' } }));
    expect(await site.probe({ url: URL, sendCookies: true, ttlSeconds: 60 })).toMatchObject({ reason: 'redirected_away' });
    expect(site.preludes()).toBe(1);
  });
});

it('a page of the largest size that repeats the beginning of a captured text is read in a moment', () => {
  const page = 'csrf="'.repeat(256 * 170);
  const before = process.cpuUsage();
  expect(captureText('csrf="([^;]+);', page)).toBeNull();
  // Of this process alone, whatever else the machine does. Quadratic, it would be a minute.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000);
});
