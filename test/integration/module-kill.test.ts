/** Promise 2 for modules: kill -9 of the worker in the middle of one, and a workflow that ended without finishing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { further } from '../support/chaos.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { lookupContract } from '../../workflows/contracts.js';
import { OTHER_SUFFIX, rangeOf } from '../support/breach-providers.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { type JsonProvider, startJsonProvider } from '../support/json-provider.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';

const EMAIL = 'ada-example@example.com';
const IP = '8.8.8.8';
const { path: HIBP, suffix } = rangeOf(EMAIL);
const LISTED = [OTHER_SUFFIX, { hashSuffix: suffix, websites: ['Site'] }];
const PROXYCHECK = `/v3/${IP}`;
const BREACH = [
  {
    Name: 'Site',
    Title: 'Site',
    Domain: 'site.example.com',
    BreachDate: '2019-01-02',
    IsVerified: true,
    IsFabricated: false,
    IsRetired: false,
  },
];

describe('modules when their worker dies', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let provider: JsonProvider;
  let ledger: LedgerReader;
  let fleet: Fleet;
  let api: ApiProcess;
  let worker: ServiceProcess;
  let temporalView: TemporalView;
  let owner: Awaited<ReturnType<LedgerReader['account']>>;

  beforeAll(async () => {
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    [sites, provider] = await Promise.all([startGeneratedSites(10), startJsonProvider()]);
    provider.replies.set('/breaches', { json: BREACH });
    fleet = createFleet({
      ...sites.env,
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
      HIBP_API_KEY: 'key-of-the-test',
      HIBP_URL: provider.url,
      PROXYCHECK_API_KEY: 'key-of-the-test',
      PROXYCHECK_URL: provider.url,
    });
    temporalView = openTemporalView(temporalAddress, namespace);
    ledger = openLedgerReader(databaseUrl);
    owner = await ledger.account();
    [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), provider?.close(), sites?.close(), temporalView?.close()]);
  });

  const requested = (path: string) => provider.seen.filter((request) => request.path === path).length;
  const facts = async (lookupId: string) =>
    (
      await ledger.sql<
        { module: string; payload: unknown }[]
      >`SELECT module, payload FROM lookup_modules WHERE lookup_id = ${lookupId} ORDER BY module`
    ).map((row) => ({ ...row }));
  async function replaceWorker(): Promise<void> {
    await worker.kill();
    await ledger.isGone('footprint-worker');
    worker = await fleet.worker();
  }
  async function expectOneBill(lookupId: string): Promise<void> {
    const [row] = (await ledger.lookups(owner.accountId)).filter(({ id }) => id === lookupId);
    expect(row).toMatchObject({ state: 'finished', billed: 1 });
    const { length } = await ledger.lookups(owner.accountId);
    expect(await ledger.used(owner.accountId)).toBe(length);
  }

  it('a module beside a sweep is asked again, its fact stands once, and the lookup is finished and billed once', async () => {
    provider.replies.set(HIBP, 'hang');
    const body = { email: EMAIL, checks: { phone: true, webMentions: false } };
    const lookupId = lookupIdOf((await call(api.url, 'POST', '/v1/lookup', { key: owner.key, body })).body) ?? '';
    expect(await waitUntil(() => requested(HIBP) > 0, 90_000)).toBe(true);
    provider.replies.set(HIBP, { json: LISTED });
    await replaceWorker();
    expect(await ledger.unfinished(owner.accountId, 60_000)).toEqual([]);
    expect(await facts(lookupId)).toEqual([{ module: 'breaches', payload: [{ name: 'Site', date: '2019-01-02' }] }]);
    expect(requested(HIBP)).toBe(2);
    await expectOneBill(lookupId);
  });

  further(() => {
    it('a single check whose worker dies answers in time, and has its facts later', async () => {
      provider.replies.set(PROXYCHECK, 'hang');
      const answering = call(api.url, 'POST', '/v1/ip', { key: owner.key, body: { ip: IP } });
      expect(await waitUntil(() => requested(PROXYCHECK) > 0, 90_000)).toBe(true);
      provider.replies.set(PROXYCHECK, 'server error');
      await worker.kill();
      const answer = await answering;
      expect(answer.status).toBe(200);
      const lookupId = lookupIdOf(answer.body) ?? '';
      await ledger.isGone('footprint-worker');
      worker = await fleet.worker();
      expect(await ledger.unfinished(owner.accountId, 60_000)).toEqual([]);
      expect(await facts(lookupId)).toMatchObject([{ module: 'ip', payload: { ip: IP, asn: 'AS15169' } }]);
      await expectOneBill(lookupId);
    });

    it('a workflow that was ended by hand in the middle of a module is started again, and finishes', async () => {
      provider.replies.set(HIBP, 'hang');
      const before = requested(HIBP);
      const body = { email: EMAIL, platforms: [sites.slugs[0] as string], checks: { webMentions: false } };
      const lookupId = lookupIdOf((await call(api.url, 'POST', '/v1/lookup', { key: owner.key, body })).body) ?? '';
      expect(await waitUntil(() => requested(HIBP) > before, 90_000)).toBe(true);
      await temporalView.temporal.client.workflow.getHandle(lookupContract.id(lookupId)).terminate('by hand');
      provider.replies.set(HIBP, { json: LISTED });
      await ledger.age(60);
      expect(await ledger.unfinished(owner.accountId, 60_000, temporalView)).toEqual([]);
      expect(await facts(lookupId)).toMatchObject([{ module: 'breaches' }]);
      await expectOneBill(lookupId);
      expect(fleet.died()).toEqual([]);
    });
  });
});
