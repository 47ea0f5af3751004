/** What probes learn belongs to the way out that they took: nothing simulated is told of the real world, in one database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { createNamespace } from '../support/chaos-temporal.js';
import { openLedgerReader } from '../support/chaos-record.js';
import type { LookupBody } from '../support/http/lookup-body.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { startService, type Service } from '../support/service.js';
import { stackAddresses } from '../support/stack.js';

const SITES = 10;
const SUBJECT = 'ada-example';
const EVERYWHERE = { accounts: { people: [{ identities: { username: [SUBJECT] }, share: 1 }] } };
/** A port on which nobody listens. */
const NOWHERE = 'http://127.0.0.1:9';

interface StatusBody {
  readonly platforms: readonly {
    readonly health: readonly {
      readonly queryType: string;
      readonly status: string;
      readonly lastControlAt: string | null;
      readonly medianLatencyMs: number | null;
    }[];
  }[];
}

describe('a simulated service, then a real one without the Internet, on one database', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let databaseUrl: string;
  const running: Service[] = [];
  beforeAll(async () => {
    [sites, databaseUrl] = await Promise.all([startGeneratedSites(SITES, EVERYWHERE), createDatabase()]);
  });
  afterAll(async () => {
    for (const service of running) await service.close();
    await sites?.close();
  });

  async function start(env: Readonly<Record<string, string>>): Promise<Service> {
    const service = await startService({ env: { ...sites.env, DATABASE_URL: databaseUrl, ...env } });
    running.push(service);
    return service;
  }
  async function lookUp(service: Service, key: string): Promise<LookupBody> {
    const answer = await service.call('POST', '/v1/lookup?wait=true&deep=true', { key, body: { query: SUBJECT } });
    expect(answer.status).toBe(200);
    return answer.body;
  }
  const health = async (service: Service, key: string) => {
    const { platforms }: StatusBody = (await service.call('GET', '/v2/platforms', { key })).body;
    return platforms.flatMap((platform) => platform.health).filter(({ queryType }) => queryType === 'username');
  };

  const inVersion2 = async (service: Service, key: string, lookupId: string) =>
    (await service.call('GET', `/v2/lookup/${lookupId}`, { key })).body as { readonly status: string; readonly simulated?: true };

  it('the real one uses no simulated fact, control or statistic, and leaves those of the simulator as they were', async () => {
    const simulated = await start({ PROBE_EGRESS: 'simulator' });
    const { key } = await simulated.account();
    const invented = await lookUp(simulated, key);
    expect(invented.hits).toHaveLength(SITES);
    expect(await simulated.record.platformStats.summarise()).toBe(SITES);
    const measured = async () =>
      (await health(simulated, key)).filter(({ status, medianLatencyMs }) => status === 'healthy' && medianLatencyMs !== null).length;
    // The API read the statistics when it started, and reads them again within the minute.
    await expect.poll(measured, { timeout: 60_000, interval: 500 }).toBe(SITES);

    expect(await inVersion2(simulated, key, invented.lookupId)).toMatchObject({ status: 'finished', simulated: true });
    const check = await simulated.call('POST', '/v1/phone', { key, body: { phone: '+12025550123' } });
    expect(await inVersion2(simulated, key, (check.body as { lookupId: string }).lookupId)).toMatchObject({ simulated: true });
    for (const mode of ['async', 'wait', 'instant']) {
      const { body } = await simulated.call('POST', '/v2/lookup', { key, body: { identities: { usernames: [SUBJECT] }, mode } });
      expect([mode, body]).toMatchObject([mode, { simulated: true }]);
    }

    // How long a lookup waits for a way out is not asked here.
    const real = await start({ PROBE_PROXY_URL: NOWHERE, QUEUE_LIMIT_WAIT_MS: '2000' });
    const before = await health(real, key);
    expect(before).toHaveLength(SITES);
    for (const each of before) expect(each).toMatchObject({ status: 'untested', lastControlAt: null, medianLatencyMs: null });
    expect(await real.record.statuses.current()).toEqual(new Map());

    const answer = await lookUp(real, key);
    expect(answer).toMatchObject({ results: [], hits: [], matches: 0, servedFromCache: false });
    expect((await health(real, key)).filter(({ status }) => status === 'healthy')).toEqual([]);

    // What was invented stays marked when the simulator is gone, and nothing else is.
    expect(await inVersion2(real, key, invented.lookupId)).toMatchObject({ status: 'finished', simulated: true });
    expect(await inVersion2(real, key, answer.lookupId)).not.toHaveProperty('simulated');
    const begun = await real.call('POST', '/v2/lookup', { key, body: { identities: { usernames: [SUBJECT] } } });
    expect(begun.body).not.toHaveProperty('simulated');

    const again = await lookUp(simulated, key);
    expect(again).toMatchObject({ matches: SITES, servedFromCache: true });
    expect((await health(simulated, key)).filter(({ status }) => status === 'healthy')).toHaveLength(SITES);
  });
});

describe('a worker is replaced by one with another egress while a lookup runs', () => {
  const HUNG = 6;
  let registries: Awaited<ReturnType<typeof startGeneratedSites>>[];
  let ledger: ReturnType<typeof openLedgerReader>;
  let fleet: Fleet;
  afterAll(async () => {
    await fleet?.close();
    await ledger?.close();
    for (const registry of registries ?? []) await registry.close();
  });

  it('each outcome and each fact carries the egress that gave it', async () => {
    // The person is everywhere as the first way out shows it, and nowhere as the second one does.
    registries = [await startGeneratedSites(2 * HUNG, EVERYWHERE), await startGeneratedSites(2 * HUNG)];
    const [first, second] = registries as [(typeof registries)[0], (typeof registries)[0]];
    const hung = first.slugs.slice(0, HUNG);
    for (const slug of hung) first.simulator.setFault(slug, 'hang');
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    fleet = createFleet({
      CATALOGUE_PATH: first.env.CATALOGUE_PATH,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
    });
    ledger = openLedgerReader(databaseUrl);
    const owner = await ledger.account();
    const [api, worker] = await Promise.all([fleet.api(), fleet.worker({ ...first.env, PROBE_EGRESS: 'first' })]);

    const accepted = await call(api.url, 'POST', '/v1/lookup', { key: owner.key, body: { query: SUBJECT } });
    const lookupId = lookupIdOf(accepted.body) ?? '';
    expect(await waitUntil(async () => (await ledger.recorded(lookupId)).size >= HUNG, 90_000, 5)).toBe(true);
    await worker.kill();
    await ledger.isGone('footprint-worker');
    const stored = await ledger.recorded(lookupId);
    expect(stored.size).toBeLessThan(2 * HUNG);
    await fleet.worker({ ...second.env, PROBE_EGRESS: 'second' });
    expect(await ledger.unfinished(owner.accountId, 60_000)).toEqual([]);

    const outcomes = await ledger.sql<
      { platform: string; egress: string }[]
    >`SELECT platform, egress FROM lookup_results WHERE lookup_id = ${lookupId}`;
    const expected = first.slugs.map((platform) => ({ platform, egress: stored.has(platform) ? 'first' : 'second' }));
    const bySlug = (a: { platform: string }, b: { platform: string }) => (a.platform < b.platform ? -1 : 1);
    expect(outcomes.toSorted(bySlug)).toEqual(expected.toSorted(bySlug));
    const facts = await ledger.sql<{ egress: string; state: string }[]>`SELECT DISTINCT egress, state FROM platform_facts ORDER BY egress`;
    expect([...facts]).toEqual([
      { egress: 'first', state: 'registered' },
      { egress: 'second', state: 'not_registered' },
    ]);
    expect(fleet.died()).toEqual([]);
  });
});
