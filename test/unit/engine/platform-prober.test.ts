import { describe, expect, it } from 'vitest';
import type { OutboundHttp, OutboundOutcome, OutboundRequest } from '../../../src/engine/http/types.js';
import { RuleProber } from '../../../src/engine/platform-prober.js';
import type { Identity } from '../../../src/kernel/identity/identity.js';
import type { Platform } from '../../../src/engine/catalogue/rules/platform.js';
import type { ProbeRequest, ProbeRule, RuleScope } from '../../../src/engine/catalogue/rules/probe-rule.js';

const ada: Identity = { type: 'username', value: 'ada.lovelace' };
const limits = { signal: new AbortController().signal, deadlineMs: 1_000 };

function rule(request: Partial<ProbeRequest> = {}, more: Partial<ProbeRule> = {}): ProbeRule {
  return {
    method: 'public_api',
    request: { method: 'GET', url: 'https://api.example.com/users/{username}', ...request },
    safety: { basis: 'documented_api', reviewed: '2026-01-01', reason: 'reads a public profile' },
    registered: { status: [200], json: [{ pointer: '/login', is: 'identity' }] },
    absent: { status: [404], json: [{ pointer: '/message', equals: 'Not Found' }] },
    ...more,
  };
}

const platformOf = (probe: ProbeRule, type: Identity['type'] = 'username'): Platform => ({
  slug: 'example',
  name: 'Example',
  homepage: 'https://example.com',
  icon: null,
  tags: [],
  strength: 'standard',
  instant: [],
  probes: { [type]: probe },
});

function transportThat(
  outcome: (request: OutboundRequest) => OutboundOutcome,
): OutboundHttp & { requested: OutboundRequest[]; rejected: string[] } {
  const requested: OutboundRequest[] = [];
  const rejected: string[] = [];
  return {
    requested,
    rejected,
    egressRejected: (limitKey, egress) => void rejected.push(`${limitKey} ${egress}`),
    send: async (request) => {
      requested.push(request);
      return outcome(request);
    },
    close: async () => undefined,
    stats: () => ({ inFlight: 0, waiting: 0, idleConnections: 0 }),
  };
}
const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  transportThat((request) => ({
    ok: true,
    host: request.url.host,
    requests: 1,
    latencyMs: 12,
    egress: 'direct',
    answer: {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      url: request.url.href,
    },
  }));
const prober = (transport: OutboundHttp, violation: () => string | null = () => null) => new RuleProber({ transport, violation });

describe('the prober', () => {
  it('reads linked accounts of a confirmed account only, and follows none', async () => {
    const revealing = rule({}, { linkedAccounts: [{ json: '/twitter', platform: 'x' }] });
    const transport = json(200, { login: 'ada.lovelace', twitter: 'ada_x' });
    expect(await prober(transport).probe(platformOf(revealing), ada, limits)).toMatchObject({
      state: 'registered',
      linkedAccounts: [{ platform: 'x', handle: 'ada_x' }],
    });
    expect(transport.requested).toHaveLength(1);
    for (const transport of [json(404, { message: 'Not Found', twitter: 'ada_x' }), json(200, { login: 'bob', twitter: 'ada_x' })]) {
      expect(await prober(transport).probe(platformOf(revealing), ada, limits)).not.toHaveProperty('linkedAccounts');
    }
  });

  it('asks about an address in lower case: a site that stores it so and compares exactly would deny who is there', async () => {
    const byAddress = rule({ url: 'https://api.example.com/users?email={email}' });
    const transport = json(200, {});
    await prober(transport).probe(platformOf(byAddress, 'email'), { type: 'email', value: 'Jane@example.com' }, limits);
    expect(transport.requested[0]?.url.href).toBe('https://api.example.com/users?email=jane%40example.com');
  });

  it('gives a verdict with its evidence, which holds no identity', async () => {
    const verdict = await prober(json(200, { login: 'Ada.Lovelace' })).probe(platformOf(rule()), ada, limits);
    expect(verdict).toEqual({
      state: 'registered',
      evidence: {
        status: 200,
        explanation: 'registered: status 200, /login identity',
        host: 'api.example.com',
        latencyMs: 12,
        requests: 1,
      },
    });
    const absent = await prober(json(404, { message: 'Not Found' })).probe(platformOf(rule()), ada, limits);
    expect(absent.state).toBe('not_registered');
    expect(JSON.stringify([verdict, absent]).toLowerCase()).not.toContain('lovelace');
  });

  it('says how old an answer is that a cache gave, and nothing of one that the platform gave', async () => {
    const probed = (status: number, body: object, headers?: Record<string, string>) =>
      prober(json(status, body, headers)).probe(platformOf(rule()), ada, limits);
    expect(await probed(200, { login: 'ada.lovelace' }, { age: '40' })).toMatchObject({ state: 'registered', ageMs: 40_000 });
    expect(await probed(404, { message: 'Not Found' }, { 'x-cache': 'HIT' })).toMatchObject({ state: 'not_registered', ageMs: 0 });
    expect(await probed(404, { message: 'Not Found' }, { age: '0' })).not.toHaveProperty('ageMs');
  });

  it('names a host that holds the identity by its template', async () => {
    const hosted = rule({ url: 'https://{username}.example.com/' });
    const transport = json(200, { login: 'lovelace' });
    const verdict = await prober(transport).probe(platformOf(hosted), { type: 'username', value: 'Lovelace' }, limits);
    expect(verdict).toMatchObject({ state: 'registered', evidence: { host: '{username}.example.com' } });
    expect(transport.requested[0]).toMatchObject({ limitKey: '{username}.example.com', egressKey: 'example' });
    expect(transport.requested[0]?.url.href).toBe('https://lovelace.example.com/');
  });

  it('asks only about identities that the platform can hold', async () => {
    const transport = json(200, {});
    const strict = platformOf(rule({}, { pattern: '^[a-z]{3,10}$' }));
    for (const value of ['ada.lovelace', 'ab', 'ADA', '']) {
      expect(await prober(transport).probe(strict, { type: 'username', value }, limits)).toMatchObject({
        reason: 'not_applicable',
        evidence: { requests: 0 },
      });
    }
    expect(await prober(transport).probe(strict, { type: 'email', value: 'a@example.com' }, limits)).toMatchObject({
      reason: 'not_applicable',
    });
    expect(await prober(transport).probe(platformOf(rule({}, { pattern: '^[' })), ada, limits)).toMatchObject({
      reason: 'not_applicable',
    });
    expect(transport.requested).toHaveLength(0);
  });

  it('asks only about identities inside the scope', async () => {
    const transport = json(200, {});
    const scoped = (scope: RuleScope, type: 'email' | 'phone') =>
      platformOf(rule({ url: `https://api.example.com/{${type}}` }, { scope }), type);
    const reasonOf = async (scope: RuleScope, type: 'email' | 'phone', value: string) => {
      const verdict = await prober(transport).probe(scoped(scope, type), { type, value }, limits);
      return verdict.state === 'inconclusive' ? [verdict.reason, verdict.evidence.requests] : verdict.state;
    };
    for (const value of ['+14165550142', '+447700900123', '+15550100', '+19995550142'])
      expect(await reasonOf({ countries: ['US'] }, 'phone', value), value).toEqual(['not_applicable', 0]);
    for (const value of ['ada@example.org', 'ada@mail.example.com', 'ada@example.com.au'])
      expect(await reasonOf({ domains: ['example.com'] }, 'email', value), value).toEqual(['not_applicable', 0]);
    expect(transport.requested).toHaveLength(0);
    await reasonOf({ countries: ['US'] }, 'phone', '+12065550142');
    await reasonOf({ domains: ['example.com'] }, 'email', 'ada@example.com');
    expect(transport.requested).toHaveLength(2);
  });

  it('hands every request to the harm rule', async () => {
    const transport = transportThat((request) => {
      const detail = request.violation({ method: request.method, url: request.url });
      return {
        ok: false,
        reason: 'forbidden',
        detail: detail ?? '',
        status: null,
        host: request.url.host,
        requests: 0,
        latencyMs: 0,
      };
    });
    const verdict = await prober(transport, () => 'a reset form').probe(platformOf(rule()), ada, limits);
    expect(verdict).toMatchObject({
      state: 'inconclusive',
      reason: 'forbidden',
      evidence: { explanation: 'a reset form', requests: 0 },
    });
  });

  it('passes on doubts and pauses', async () => {
    const slow = transportThat(({ url }) => ({
      ok: false,
      reason: 'timeout',
      detail: 'late',
      status: null,
      host: url.host,
      requests: 2,
      latencyMs: 900,
    }));
    expect(await prober(slow).probe(platformOf(rule()), ada, limits)).toMatchObject({
      reason: 'timeout',
      evidence: { status: null, requests: 2, latencyMs: 900 },
    });
    const limited = await prober(json(429, {}, { 'retry-after': '30' })).probe(platformOf(rule()), ada, limits);
    expect(limited).toMatchObject({ reason: 'rate_limited', retryAfterSeconds: 30, evidence: { status: 429 } });
  });

  it('tells the transport of a platform that turns the way out away, and of no other reason', async () => {
    const limited = json(429, {});
    await prober(limited).probe(platformOf(rule()), ada, limits);
    expect(limited.rejected).toEqual(['api.example.com direct']);
    const strange = json(200, { login: 'somebody else' });
    expect(await prober(strange).probe(platformOf(rule()), ada, limits)).toMatchObject({ state: 'inconclusive' });
    expect(strange.rejected).toEqual([]);
  });

  it('says when a trial may show that an unavailable platform is back', async () => {
    const refused = (isTrialDue: boolean) =>
      transportThat(({ url }) => ({
        ok: false,
        reason: 'unavailable',
        detail: 'the circuit breaker is open',
        status: null,
        host: url.host,
        requests: 0,
        latencyMs: 0,
        isTrialDue,
      }));
    expect(await prober(refused(true)).probe(platformOf(rule()), ada, limits)).toMatchObject({ reason: 'unavailable', isTrialDue: true });
    expect(await prober(refused(false)).probe(platformOf(rule()), ada, limits)).not.toHaveProperty('isTrialDue');
  });

  it('a fault of its own is a reason too', async () => {
    const broken = transportThat(() => {
      throw new TypeError('ada.lovelace');
    });
    const verdict = await prober(broken).probe(platformOf(rule()), ada, limits);
    expect(verdict).toMatchObject({ state: 'inconclusive', evidence: { explanation: 'fault of the prober: TypeError' } });
  });
});
