/** Test keys, by every way in: what documented identities show, and that nothing is asked, billed or learnt. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { TEST_SCENARIOS, type TestScenarioName } from '../../src/features/test-keys/test-identities.js';
import { PlatformStatsStore } from '../../src/features/platforms/store/platform-stats.js';
import { FACT_MODULES, type EnrichmentSources } from '../../src/facts/fact-modules.js';
import type { SubjectKind } from '../../src/kernel/identity/subjects.js';
import { knowingSources } from '../support/enrichment.js';
import { openStream } from '../support/http/event-client.js';
import { startService, type Service } from '../support/service.js';
import { startSimulatedCatalogue } from '../support/simulated.js';
import { receiverAuthority, startReceiver, type Receiver } from '../support/webhooks/receiver.js';

const { quota: QUOTA, ...ANSWERED } = TEST_SCENARIOS;
type Answered = keyof typeof ANSWERED;
const FIELDS = { email: 'emails', phone: 'phones', username: 'usernames', ip: 'ips' } as const satisfies Record<SubjectKind, string>;
const identitiesOf = (name: TestScenarioName): Partial<Record<SubjectKind, string>> => TEST_SCENARIOS[name].identities;
const bodyOf = (name: TestScenarioName) => ({
  identities: Object.fromEntries(Object.entries(identitiesOf(name)).map(([kind, value]) => [FIELDS[kind as SubjectKind], [value]])),
});
/** The request of v1: its `query` is the username, where there is one. */
const v1BodyOf = (name: TestScenarioName) => {
  const { username, ...rest } = identitiesOf(name);
  return { ...rest, ...(username === undefined ? {} : { query: username }), checks: { email: true, phone: true, ip: true } };
};

/** What each scenario has to show, in a lookup of all its identities on every platform. */
const SHOWS: Readonly<Record<Answered, (body: LookupBodyV2) => void>> = {
  everywhere({ results, linkedAccounts, modules }) {
    expect(results.filter(({ registered }) => !registered)).toEqual([]);
    expect(results.length).toBeGreaterThan(100);
    const github = results.find(({ platform, identity }) => platform === 'github' && identity.type === 'username');
    expect(github?.profile).toMatchObject({ displayName: 'Robin Sample', createdYear: expect.any(Number) as number });
    expect(new Set(linkedAccounts.map(({ platform, handle }) => `${platform} ${handle}`))).toEqual(new Set(['gitlab robinsample']));
    expect(modules.webMentions?.flatMap(({ facts }) => facts ?? [])).not.toEqual([]);
  },
  nowhere({ matches, results, modules, egress }) {
    expect([matches, egress]).toEqual([0, 'ok']);
    expect(results.length).toBeGreaterThan(50);
    expect(modules.email?.[0]?.facts).toMatchObject({ deliverable: true, disposable: false });
    expect(modules.phone?.[0]?.facts).toMatchObject({ valid: true, lineType: 'mobile' });
    expect(modules.ip?.[0]?.facts).toMatchObject({ isVpn: false, connectionType: 'Residential' });
    expect(modules.breaches?.map(({ facts }) => facts)).toEqual([[], [], []]);
  },
  mixed: expectMixed,
  slow: expectMixed,
  omitted({ answered, omitted, planned, egress }) {
    expect([answered, omitted, egress]).toEqual([0, planned, 'ok']);
  },
  unreachable({ omissions, planned, egress }) {
    const { unreachable = 0, not_applicable = 0 } = omissions.byReason;
    expect([unreachable + not_applicable, egress]).toEqual([planned, 'unreachable']);
  },
  suppressed({ omissions, planned, identities, modules }) {
    expect(omissions.byReason).toEqual({ suppressed: planned });
    expect(identities.map(({ suppressed }) => suppressed)).toEqual([true, true, true, true]);
    expect([modules.email, modules.phone, modules.ip].map((found) => found?.[0])).toMatchObject([
      { state: 'suppressed', facts: null },
      { state: 'suppressed', facts: null },
      { state: 'suppressed', facts: null },
    ]);
  },
  sourceless({ modules }) {
    for (const found of Object.values(modules).flatMap((each): readonly object[] => each ?? []))
      expect(found).toMatchObject({ state: 'unknown', facts: null, sources: [{ failure: 'timeout' }] });
  },
  breached({ results, modules }) {
    expect(modules.breaches?.[0]?.facts).toHaveLength(2);
    expect(results.filter(({ method }) => method === 'breach_record').map(({ platform }) => platform)).toContain('dropbox');
  },
  disposable: ({ modules }) => expect(modules.email?.[0]?.facts).toMatchObject({ disposable: true }),
  undeliverable: ({ modules }) => expect(modules.email?.[0]).toMatchObject({ exists: false, facts: { deliverable: false } }),
  catchall: ({ modules }) => expect(modules.email?.[0]?.facts).toMatchObject({ deliverable: null, acceptAll: true }),
  webmail({ results }) {
    expect(results.filter(({ mailboxProvider }) => mailboxProvider)).toMatchObject([
      { platform: 'gmail', method: 'domain_derived', basis: 'mailbox', registered: true },
    ]);
  },
  voip: ({ modules }) => expect(modules.phone?.[0]?.facts).toMatchObject({ isVoip: true, voipClass: 'nonFixed' }),
  unassigned: ({ modules }) => expect(modules.phone?.[0]?.facts).toMatchObject({ valid: false }),
  vpn: ({ modules }) => expect(modules.ip?.[0]?.facts).toMatchObject({ isVpn: true, operator: 'Example VPN' }),
  tor: ({ modules }) => expect(modules.ip?.[0]?.facts).toMatchObject({ isTor: true }),
  named: ({ modules }) => expect(modules.email?.[0]?.identity.value).toBe('robin.sample@example.com'),
  reregistered: ({ consistency }) => expect(said(consistency, 'domain_and_account_age')).toBe('disagrees breach_before_domain'),
  unconfigured({ consistency, modules }) {
    expect(said(consistency, 'mail_records')).toBe('disagrees no_records');
    expect(modules.email?.[0]?.records).toEqual({ mx: false, spf: false, dmarc: false });
  },
  abroad: ({ modules }) => expect(modules.ip?.[0]?.facts).toMatchObject({ countryCode: 'DE', connectionType: 'Residential' }),
  roaming: ({ modules }) => expect(modules.ip?.[0]?.facts).toMatchObject({ countryCode: 'DE', connectionType: 'Wireless' }),
  hosting: ({ modules }) => expect(modules.ip?.[0]?.facts).toMatchObject({ isHosting: true, isVpn: false }),
};
const said = (consistency: LookupBodyV2['consistency'], pair: string): string =>
  consistency.flatMap((each) => (each.pair === pair ? [`${each.outcome} ${each.code}`] : [])).join();
function expectMixed({ results, omitted, planned }: LookupBodyV2): void {
  const registered = results.filter((result) => result.registered).length;
  for (const part of [registered, results.length - registered, omitted]) expect(part / (planned ?? 0)).toBeGreaterThan(0.2);
}

/** A body without what differs between two lookups of the same: ids, times, and how long the domain has existed. */
const timeless = (body: LookupBodyV2): unknown =>
  JSON.parse(
    JSON.stringify(
      { ...body, lookupId: null, createdAt: null, finishedAt: null, risk: null, hits: body.hits.toSorted(), results: byKey(body.results) },
      (name, value: unknown) => (['checkedAt', 'domainAgeDays'].includes(name) ? null : value),
    ),
  );
const byKey = (results: LookupBodyV2['results']) =>
  results.toSorted((a, b) => `${a.platform} ${a.identity.value}`.localeCompare(`${b.platform} ${b.identity.value}`));

describe('test keys', () => {
  let service: Service;
  let sites: Awaited<ReturnType<typeof startSimulatedCatalogue>>;
  let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
  let receiver: Receiver;
  /** How often a source of a module was queried. */
  let queries = 0;
  let owner: Awaited<ReturnType<Service['account']>>;
  let key: string;

  beforeAll(async () => {
    const known = knowingSources();
    const counting = new Proxy(known, {
      get(target, name) {
        const source = Reflect.get(target, name) as unknown;
        if (!FACT_MODULES.includes(name as never) || typeof source !== 'object' || source === null) return source;
        return new Proxy(source, {
          get: (inner, method) => {
            queries += 1;
            return Reflect.get(inner, method) as unknown;
          },
        });
      },
    });
    [sites, trusted] = await Promise.all([startSimulatedCatalogue(), receiverAuthority()]);
    receiver = await startReceiver({ identity: trusted.identity });
    service = await startService({
      env: { ...sites.env, ...trusted.env, INSTANT_CEILING_MS: '1500' },
      enrichment: { sources: counting as EnrichmentSources },
    });
    owner = await service.account('growth', { quota: 0, scopes: ['lookups', 'webhooks', 'account'] });
    const made = await service.call('POST', '/v2/account/keys', { key: owner.key, body: { name: 'tests', test: true } });
    ({ key } = made.body as { key: string });
    await service.call('POST', '/v2/webhooks/endpoints', { key: owner.key, body: { url: receiver.url } });
  });
  afterAll(async () => {
    await service.close();
    await receiver.close();
    await sites.simulator.close();
    trusted.authority.remove();
  });

  /** What lookups ask of the world, and what they leave besides their own rows. */
  async function traces() {
    await new PlatformStatsStore({ sql: service.sql, egress: 'direct' }).summarise();
    const [rows] = await service.sql<(typeof NOTHING)[]>`
      SELECT (SELECT count(*)::int FROM platform_facts) AS facts, (SELECT count(*)::int FROM platform_stats) AS stats,
        (SELECT count(*)::int FROM platform_controls) AS controls, (SELECT count(*)::int FROM traffic_observations) AS observations,
        (SELECT count(*)::int FROM usage_ledger) AS bills, (SELECT coalesce(sum(used), 0)::int FROM usage_periods) AS used`;
    return { ...rows, requests: sites.simulator.requests().total, tunnels: sites.simulator.connections().tunnels, queries };
  }
  const NOTHING = { facts: 0, stats: 0, controls: 0, observations: 0, bills: 0, used: 0, requests: 0, tunnels: 0, queries: 0 };
  async function post<Body>(path: string, body: unknown): Promise<Body> {
    const answer = await service.call('POST', path, { key, body });
    expect([answer.status, answer.headers.get('footprint-test')]).toEqual([200, 'true']);
    return answer.body as Body;
  }
  const read = async (lookupId: string) => (await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body as LookupBodyV2;
  const finished = (lookupId: string) =>
    vi.waitFor(
      async () => {
        const body = await read(lookupId);
        expect(body.status).toBe('finished');
        return body;
      },
      { timeout: 90_000, interval: 50 },
    );
  const eventOf = (lookupId: string) =>
    vi.waitFor(
      () => {
        const texts = receiver.received
          .map(({ body }) => body.toString())
          .filter((text) => text.includes(`"data":{"lookupId":"${lookupId}"`));
        expect(texts).toHaveLength(1);
        return (JSON.parse(texts[0] ?? '') as { data: { response: LookupBodyV2 } }).data.response;
      },
      { timeout: 90_000, interval: 50 },
    );

  it.each(Object.keys(ANSWERED) as Answered[])(
    '%s shows the same by wait, asynchronously, as a stream, in a batch and as an event, marked, and nothing is asked',
    async (name) => {
      const waited = await post<LookupBodyV2>('/v2/lookup', { ...bodyOf(name), mode: 'wait', deep: true });
      expect(waited).toMatchObject({ status: 'finished', test: true, billed: { amount: 0 } });
      SHOWS[name](waited);
      const shown = timeless(waited);

      const accepted = await post<LookupBodyV2>('/v2/lookup', bodyOf(name));
      expect(accepted).toMatchObject({ status: 'processing', test: true });
      expect(timeless(await finished(accepted.lookupId))).toEqual(shown);

      const query = Object.entries(identitiesOf(name)).map(([kind, value]) => `${kind}=${encodeURIComponent(value)}`);
      const stream = await openStream(`${service.url}/v2/lookup/stream?deep=true&${query.join('&')}`, key);
      const events = await stream.whole();
      expect(stream.headers['footprint-test']).toBe('true');
      expect(timeless(events.at(-1)?.data as LookupBodyV2)).toEqual(shown);
      expect(events.filter(({ event }) => event === 'result').length).toBeGreaterThanOrEqual(waited.answered);

      // v1 runs the modules about addresses and numbers on request, which a batch of it can.
      const batch = await post<{ results: { lookupId: string }[] }>('/v1/lookup/batch', { items: [v1BodyOf(name)] });
      const item = await finished(batch.results[0]?.lookupId ?? '');
      expect(item.results.length).toBe(waited.results.length);
      SHOWS[name](item);

      for (const { lookupId } of [waited, accepted, item]) expect(await eventOf(lookupId)).toEqual(await read(lookupId));
      expect(await traces()).toEqual(NOTHING);
    },
  );

  it('v1 shows the same by wait and as a stream, in the bodies that it had', async () => {
    const waited = await post<Record<string, unknown>>('/v1/lookup?wait=true', v1BodyOf('everywhere'));
    expect(waited['results']).not.toEqual([]);
    expect(Object.keys(waited)).not.toContain('test');
    const stream = await openStream(`${service.url}/v1/lookup/stream?query=everywheretest&deep=false&platforms=`, key);
    const events = await stream.whole();
    expect(stream.headers['footprint-test']).toBe('true');
    expect(events.filter(({ event }) => event === 'platform_result').length).toBeGreaterThan(20);
    expect(await post('/v1/email', { email: 'disposable@example.com' })).toMatchObject({ emailDetails: { disposable: true } });
    expect(await post('/v1/phone', { phone: '+12025550111' })).toMatchObject({ phoneDetails: { isVoip: true } });
    expect(await post('/v1/ip', { ip: '192.0.2.11' })).toMatchObject({ ipDetails: { isVpn: true } });
    expect(await post('/v1/ip', { ip: '192.0.2.8' })).toMatchObject({ ipDetails: null });
    expect(await traces()).toEqual(NOTHING);
  });

  it('an instant lookup is answered whole, and one of a slow identity has its platforms later', async () => {
    const prompt = await post<LookupBodyV2>('/v2/lookup', { ...bodyOf('everywhere'), mode: 'instant' });
    expect(prompt).toMatchObject({ platformsPending: 0, test: true });
    expect(prompt.matches).toBeGreaterThan(5);
    const slow = await post<LookupBodyV2>('/v2/lookup', { identities: { usernames: ['slowtest'] }, mode: 'instant' });
    expect(slow).toMatchObject({ status: 'processing', platformsChecked: 0, test: true });
    expect(slow.platformsPending).toBeGreaterThan(5);
    expect((await finished(slow.lookupId)).matches).toBeGreaterThan(3);
    expect(await traces()).toEqual(NOTHING);
  });

  it('a used-up allowance is refused as the real one, by every way in, and the account itself may be out of quota', async () => {
    const ways = [
      ['POST', '/v1/lookup?wait=true', v1BodyOf('quota')],
      ['POST', '/v1/email', { email: QUOTA.identities.email }],
      ['POST', '/v2/lookup', { ...bodyOf('quota'), mode: 'instant' }],
      ['GET', `/v2/lookup/stream?username=${QUOTA.identities.username}`, undefined],
    ] as const;
    for (const [method, path, body] of ways) {
      const answer = await service.call(method, path, { key, ...(body ? { body } : {}) });
      expect([answer.status, answer.body]).toMatchObject([402, { error: { code: 'quota_exceeded', details: { unit: 'lookups' } } }]);
    }
    const { results } = await post<{ results: unknown[] }>('/v1/lookup/batch', { items: [v1BodyOf('quota'), v1BodyOf('nowhere')] });
    expect(results).toMatchObject([{ status: 'error', error: { code: 'insufficient_credits' } }, { status: 'queued' }]);
    const real = await service.call('POST', '/v2/lookup', { key: owner.key, body: bodyOf('nowhere') });
    expect(real.status).toBe(402);
  });

  it('a real lookup of the same identity asks the platforms itself, and what it learns is nothing to a test key', async () => {
    const request = { ...bodyOf('everywhere'), mode: 'wait' };
    const before = await post<LookupBodyV2>('/v2/lookup', request);
    await service.sql`UPDATE accounts SET quota_override = NULL WHERE id = ${owner.accountId}`;
    const real = (await service.call('POST', '/v2/lookup', { key: owner.key, body: request })).body as LookupBodyV2;
    expect(real).toMatchObject({ test: false, servedFromCache: false, billed: { amount: 1 }, linkedAccounts: [] });
    expect(real.results.some(({ profile }) => profile?.displayName === 'Robin Sample')).toBe(false);
    const learnt = await traces();
    expect(learnt).toMatchObject({ bills: 1, used: 1 });
    expect(Math.min(learnt.requests, learnt.queries, learnt.facts ?? 0, learnt.controls ?? 0)).toBeGreaterThan(0);
    await service.sql`UPDATE platform_facts SET state = 'not_registered'`;
    const after = await post<LookupBodyV2>('/v2/lookup', request);
    expect(timeless(after)).toEqual(timeless(before));
    const { stats: _, requests: _sent, tunnels: _opened, observations: _seen, controls: _run, ...own } = await traces();
    expect(learnt).toMatchObject(own);
  });
});
