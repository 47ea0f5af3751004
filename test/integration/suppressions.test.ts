/** The suppression list from the request to the answer: about whom it holds, nothing leaves the service. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FACT_MODULES, type EnrichmentSources } from '../../src/facts/fact-modules.js';
import type { SubjectKind } from '../../src/kernel/identity/subjects.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { knowingSources } from '../support/enrichment.js';
import { openStream } from '../support/http/event-client.js';
import { billOf } from '../support/http/ledger.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { startBatch } from '../support/http/started-batch.js';
import { ADA, startWorkingService, type WorkingService } from '../support/http/working-service.js';

const IP = '192.0.2.17';
const EVERYTHING = { email: ADA.email, phone: ADA.phone, username: ADA.username, ip: IP } as const;
const IDENTITIES = { emails: [ADA.email], phones: [ADA.phone], usernames: [ADA.username], ips: [IP] };

describe('an identity on the suppression list', () => {
  let service: WorkingService;
  /** What modules were asked about. */
  let queried: string[] = [];
  beforeAll(async () => {
    const known = knowingSources();
    const counting = new Proxy(known, {
      get(target, name) {
        const source = Reflect.get(target, name) as unknown;
        if (!FACT_MODULES.includes(name as never) || typeof source !== 'object' || source === null) return source;
        return new Proxy(source, {
          get:
            (inner, method) =>
            (requested: unknown, ...rest: unknown[]): unknown => {
              queried.push(typeof requested === 'string' ? requested : JSON.stringify(requested));
              return Reflect.apply(Reflect.get(inner, method) as () => unknown, inner, [requested, ...rest]);
            },
        });
      },
    });
    service = await startWorkingService({ sites: 15, enrichment: { sources: counting as EnrichmentSources } });
    // Makes the controls.
    await service.call('POST', '/v1/lookup?wait=true&deep=true', { key: (await service.account()).key, body: { query: ADA.username } });
  });
  beforeEach(() => {
    queried = [];
    service.sites.simulator.resetRequests();
  });
  afterAll(() => service.close());

  /** An account, the keys of its lookups and of its management, and what is on its list. */
  async function holder(listed: Partial<Record<SubjectKind, string>> = EVERYTHING) {
    const { accountId, key } = await service.account();
    const manager = await service.keyOf(accountId, ['account']);
    const ids: string[] = [];
    for (const [type, value] of Object.entries(listed)) {
      const added = await service.call('POST', '/v2/account/suppressions', { key: manager.key, body: { type, value, proof: 'letter 1' } });
      expect(added.status).toBe(200);
      ids.push((added.body as { id: string }).id);
    }
    return { accountId, key, managerKey: manager.key, ids };
  }
  const probed = (type: 'email' | 'phone' | 'username', value: string) =>
    service.sites.simulator.requests().log.filter(({ identity }) => identity === identityDigest(type, value)).length;
  const expectNoRequests = (): void => {
    const requested = { email: probed('email', ADA.email), phone: probed('phone', ADA.phone) };
    expect({ ...requested, username: probed('username', ADA.username), queried }).toEqual({ email: 0, phone: 0, username: 0, queried: [] });
  };
  async function post<Body>(key: string, path: string, body: unknown): Promise<Body> {
    const response = await service.call('POST', path, { key, body, headers: { 'cache-control': 'no-cache' } });
    expect(response.status).toBe(200);
    return response.body as Body;
  }
  const finished = (accountId: string) =>
    vi.waitFor(
      async () => expect(await service.sql`SELECT id FROM lookups WHERE account_id = ${accountId} AND state <> 'finished'`).toHaveLength(0),
      { timeout: 90_000, interval: 50 },
    );

  it('is asked about by no way in of v1, and each is billed', async () => {
    const { key, accountId } = await holder();
    const { email, phone, username: query } = EVERYTHING;
    const checks = { email: true, phone: true, ip: true };
    const waited = await post<LookupBody>(key, '/v1/lookup?wait=true&deep=true', { query, email, phone, ip: IP, checks });
    expect(waited).toMatchObject({ platformsChecked: 0, matches: 0, results: [], hits: [], servedFromCache: false });
    expect(waited).toMatchObject({ emailDetails: null, phoneDetails: null, ipDetails: null, breaches: null, webMentions: null });
    expect(await post(key, '/v1/lookup?instant=true', { query: email })).toMatchObject({ platformsChecked: 0, results: [] });
    await post(key, '/v1/lookup', { query: phone });
    await post(key, '/v1/lookup/batch', { items: [{ query }, { email }] });
    for (const kind of ['email', 'phone', 'ip'] as const) await post(key, `/v1/${kind}`, { [kind]: EVERYTHING[kind] });
    const stream = await openStream(`${service.url}/v1/lookup/stream?query=${query}&deep=true&platforms=`, key);
    await stream.whole();
    await finished(accountId);
    expectNoRequests();
    expect(await billOf(service, accountId)).toMatchObject({ lookups: 9, ledger: 9, used: 9 });
  });

  it('is omitted as suppressed by v2, by name and by count, also with instant and in batches', async () => {
    const { key, accountId } = await holder();
    const body = await post<LookupBodyV2>(key, '/v2/lookup', { identities: IDENTITIES, mode: 'wait', deep: true });
    expect(body.identities.map(({ type, suppressed }) => [type, suppressed])).toEqual(
      ['email', 'phone', 'username', 'ip'].map((type) => [type, true]),
    );
    expect(body.planned).toBeGreaterThan(0);
    expect(body).toMatchObject({ results: [], derived: [], answered: 0, matches: 0, omitted: body.planned });
    expect(body.omissions).toEqual({ total: body.planned, byReason: { suppressed: body.planned } });
    const states = Object.values(body.modules).flatMap((findings) => (findings ?? []).map(({ state }) => state));
    expect(new Set(states)).toEqual(new Set(['suppressed']));
    const instant = await post<LookupBodyV2>(key, '/v2/lookup', { identities: IDENTITIES, mode: 'instant' });
    expect(instant.results).toEqual([]);
    const [inBatch] = await startBatch(service, key, [{ identities: IDENTITIES }]);
    await finished(accountId);
    const item = await service.call('GET', `/v2/lookup/${inBatch}`, { key });
    expect(item.body).toMatchObject({ answered: 0, identities: [{ suppressed: true }, { suppressed: true }, { suppressed: true }, {}] });
    const omissions = await service.call('GET', `/v2/lookup/${body.lookupId}/omissions?reason=suppressed`, { key });
    expect((omissions.body as { omissions: unknown[] }).omissions.length).toBeGreaterThan(0);
    expectNoRequests();
  });

  it('is asked about in none of its forms, whatever kind they are sent as and by whatever way in; another account still asks', async () => {
    const { key, accountId } = await holder({ email: 'robin.sample@gmail.com', phone: ADA.phone });
    const emails = ['robinsample@googlemail.com', '"robin.sample"@gmail.com', 'Robin.Sample+x@gmail.com'];
    const usernames = ['@robinsample@gmail.com', ADA.phone.slice(1), `@${ADA.phone}`, 'r.obinsample+y@gmail.com'];
    const queries = [...usernames, `tel:${ADA.phone}`, `\uff0b${ADA.phone.slice(1)}`, ...emails];
    for (const query of queries)
      expect(await post(key, '/v1/lookup?wait=true&deep=true', { query })).toMatchObject({ platformsChecked: 0, breaches: null });
    for (const query of usernames) expect(await post(key, '/v1/lookup?instant=true', { query })).toMatchObject({ platformsChecked: 0 });
    await post(key, '/v1/lookup/batch', { items: queries.map((query) => ({ query })) });
    for (const email of emails) await post(key, '/v1/email', { email });
    await post(key, '/v1/phone', { phone: `tel:${ADA.phone}` });
    for (const query of usernames) {
      const parameters = new URLSearchParams({ query, deep: 'true', platforms: '' });
      await (await openStream(`${service.url}/v1/lookup/stream?${parameters}`, key)).whole();
    }
    const identities = { emails, usernames, phones: [`tel:${ADA.phone}`] };
    const body = await post<LookupBodyV2>(key, '/v2/lookup', { identities, mode: 'wait', deep: true });
    expect(body.identities.map(({ suppressed }) => suppressed)).toEqual(body.identities.map(() => true));
    expect(body).toMatchObject({ results: [], derived: [], answered: 0, omitted: body.planned });
    await startBatch(service, key, [{ identities }]);
    await (await openStream(`${service.url}/v2/lookup/stream?deep=true&username=${encodeURIComponent(usernames[0] ?? '')}`, key)).whole();
    await finished(accountId);
    const probed = new Set(service.sites.simulator.requests().log.map(({ identity }) => identity));
    for (const value of [...usernames, ...usernames.map((name) => name.replace(/^@/, ''))])
      expect([value, probed.has(identityDigest('username', value))]).toEqual([value, false]);
    expectNoRequests();
    const other = await service.account();
    expect((await post<LookupBodyV2>(other.key, '/v2/lookup', { identities, mode: 'wait' })).identities).toMatchObject(
      body.identities.map(() => ({ suppressed: false })),
    );
    expect(queried.length).toBeGreaterThan(0);
  });

  it('leaves the other identities of its lookup as they are', async () => {
    const { key } = await holder({ email: ADA.email });
    const body = await post<LookupBodyV2>(key, '/v2/lookup', {
      identities: { emails: [ADA.email], usernames: [ADA.username] },
      mode: 'wait',
    });
    expect(probed('email', ADA.email)).toBe(0);
    expect(probed('username', ADA.username)).toBeGreaterThan(0);
    expect(queried.length).toBeGreaterThan(0);
    expect(queried.filter((requested) => requested.includes(ADA.email))).toEqual([]);
    expect(new Set(body.results.map(({ identity }) => identity.type))).toEqual(new Set(['username']));
    expect(body.identities.map(({ suppressed }) => suppressed)).toEqual([true, false]);
  });

  it('is not served from facts that were known before, and is asked about again when it is taken off', async () => {
    const { key, accountId, managerKey } = await holder({});
    const lookUp = async () =>
      (await service.call('POST', '/v2/lookup', { key, body: { identities: { usernames: [ADA.username] }, mode: 'wait' } }))
        .body as LookupBodyV2;
    expect((await lookUp()).matches).toBeGreaterThan(0);
    const body = { type: 'username', value: ADA.username.toUpperCase(), proof: 'form' };
    const added = await service.call('POST', '/v2/account/suppressions', { key: managerKey, body });
    expect(await lookUp()).toMatchObject({ matches: 0, results: [], servedFromCache: false });
    const path = `/v2/account/suppressions/${(added.body as { id: string }).id}`;
    expect((await service.call('DELETE', path, { key: managerKey })).status).toBe(200);
    expect((await lookUp()).matches).toBeGreaterThan(0);
    expect(await billOf(service, accountId)).toMatchObject({ used: 3 });
  });

  it('of one account does not hold for another, and of the operator holds for all', async () => {
    await holder({ username: ADA.username });
    const { key } = await service.account();
    const lookUp = () => post<LookupBodyV2>(key, '/v2/lookup', { identities: { usernames: [ADA.username] }, mode: 'wait' });
    expect((await lookUp()).matches).toBeGreaterThan(0);
    const identity = { kind: 'username', value: ADA.username } as const;
    const { id } = await service.record.suppressions.add({ accountId: null, identity, proof: 'letter 2', addedBy: 'operator' });
    try {
      expect(await lookUp()).toMatchObject({ matches: 0, identities: [{ suppressed: true }] });
    } finally {
      await service.record.suppressions.remove(null, id);
    }
  });
});
