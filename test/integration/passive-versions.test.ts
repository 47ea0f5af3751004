/** A lookup that may not ask everything beside workers of each released version, which know of none: what it may not is not asked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import type { LookupBodyV2 } from '../../src/features/lookups/routes/shared/v2/body-schemas.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { urlsOfDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type ApiProcess, type Fleet } from '../support/processes.js';
import { releases } from '../support/release-files.js';
import { databaseOf, hasSourcesOf, sourcesOf } from '../support/release-sources.js';
import { stackAddresses } from '../support/stack.js';

const SITES = 20;
/** Long enough to kill a worker meanwhile. */
const SLOW = { medianMs: 6_000, sigma: 0 };
const FAST = { medianMs: 20 };
const ADA = { email: 'ada@example.com', username: 'ada-example' } as const;
const PATIENT = { timeout: 90_000, interval: 50 };

for (const { version } of releases().filter((release) => !hasSourcesOf(release)))
  it(`${version} is not run beside this version, because this clone is without its commit`, () => expect(version).toMatch(/\d/));

describe.each(releases().filter(hasSourcesOf))('a passive lookup beside a worker of $version', (release) => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let former: Fleet;
  let present: Fleet;
  let api: ApiProcess;
  let owner: Awaited<ReturnType<LedgerReader['account']>>;
  /** Names that no platform of a passive lookup may be asked about. */
  let loud: Set<string>;

  beforeAll(async () => {
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([databaseOf(release), createNamespace(temporalAddress)]);
    await migrateDatabase(urlsOfDatabase(databaseUrl).ownerUrl, { serviceRole: new URL(databaseUrl).username });
    sites = await startGeneratedSites(SITES, { latency: FAST });
    const settings = { ...sites.env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace };
    former = createFleet(settings, sourcesOf(release));
    present = createFleet(settings);
    ledger = openLedgerReader(databaseUrl);
    owner = await ledger.account();
    await ledger.sql`UPDATE accounts SET purposes = '{kyc}' WHERE id = ${owner.accountId}`;
    api = await present.api();
    const { platforms } = sites.catalogue;
    loud = new Set(
      platforms.filter(({ probes }) => Object.values(probes).some(({ method }) => method !== 'public_api')).map(({ slug }) => slug),
    );
    expect(loud.size).toBeGreaterThan(5);
    expect(loud.size).toBeLessThan(platforms.length);
  });
  afterAll(async () => {
    await Promise.all([former?.close(), present?.close()]);
    await Promise.all([ledger?.close(), sites?.close()]);
  });

  const post = async (path: string, body: object): Promise<string> =>
    lookupIdOf((await call(api.url, 'POST', path, { key: owner.key, body })).body) ?? expect.fail('it was not accepted');
  const passive = () =>
    post('/v2/lookup', {
      identities: { emails: [ADA.email], usernames: [ADA.username] },
      modules: ['footprint', 'email'],
      deep: true,
      noise: 'passive',
    });
  const stateOf = async (id: string) => (await ledger.lookups(owner.accountId)).find((lookup) => lookup.id === id)?.state;
  /** Platforms that were asked about Ada. */
  function asked(): string[] {
    const digests = (['email', 'username'] as const).map((type) => identityDigest(type, ADA[type]));
    const { log } = sites.simulator.requests();
    return [...new Set(log.filter(({ identity }) => identity && digests.includes(identity)).map(({ slug }) => slug))];
  }
  /** @returns how many modules say that they asked nobody: a worker of the former version may end a lookup without them */
  async function expectPassive(id: string): Promise<number> {
    await expect.poll(() => stateOf(id), PATIENT).toBe('finished');
    const { body } = await call(api.url, 'GET', `/v2/lookup/${id}`, { key: owner.key });
    const { planned, answered, omitted, results } = body as LookupBodyV2;
    expect(planned).toBe(answered + omitted);
    expect(results.filter(({ platform }) => loud.has(platform))).toEqual([]);
    expect(results.length).toBeGreaterThan(0);
    expect(asked().filter((slug) => loud.has(slug))).toEqual([]);
    expect(asked().length).toBeGreaterThan(0);
    const modules = await ledger.sql<{ evidence: string }[]>`
      SELECT evidence::text FROM lookup_modules WHERE lookup_id = ${id} AND module = 'email'`;
    expect(modules.filter(({ evidence }) => !evidence.includes('not_passive'))).toEqual([]);
    return modules.length;
  }

  it('is not planned by it, nor is one that a purpose limits: it waits until a worker of this version takes it', async () => {
    const worker = await former.worker();
    const id = await passive();
    const bound = await post('/v2/lookup', { identities: { usernames: ['grace-example'] }, purpose: 'kyc' });
    // What it can do it does meanwhile.
    const other = await post('/v1/lookup', { query: 'somebody_else' });
    await expect.poll(() => stateOf(other), PATIENT).toBe('finished');
    expect([await stateOf(id), await stateOf(bound), asked()]).toEqual(['accepted', 'accepted', []]);
    await worker.stop();
    const next = await present.worker();
    expect(await expectPassive(id)).toBe(1);
    await expect.poll(() => stateOf(bound), PATIENT).toBe('finished');
    expect((await ledger.lookups(owner.accountId)).find((lookup) => lookup.id === bound)).toMatchObject({ billed: 1 });
    await next.stop();
  });

  it('that this version planned is gone on with, of which it asks what may be asked and runs no module', async () => {
    sites.simulator.resetRequests();
    sites.simulator.setLatency('*', SLOW);
    const planner = await present.worker();
    await ledger.sql`DELETE FROM platform_facts`;
    const id = await passive();
    await expect.poll(() => stateOf(id), PATIENT).toBe('running');
    await planner.kill();
    sites.simulator.setLatency('*', FAST);
    const worker = await former.worker();
    const quiet = sites.slugs.filter((slug) => !loud.has(slug));
    const answered = async () => {
      const rows = await ledger.sql<{ platform: string }[]>`
        SELECT DISTINCT platform FROM lookup_results WHERE lookup_id = ${id} AND state <> 'inconclusive'`;
      return rows.map(({ platform }) => platform).sort();
    };
    await expect.poll(answered, PATIENT).toEqual([...quiet].sort());
    expect(asked().filter((slug) => loud.has(slug))).toEqual([]);
    expect(await ledger.sql`SELECT 1 FROM lookup_modules WHERE lookup_id = ${id}`).toHaveLength(0);
    await worker.stop();
    await present.worker();
    await expectPassive(id);
  });
});
