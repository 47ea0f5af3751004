/** A lookup that is deleted while it runs: it ends where it is, nobody is told, and no worker tries it again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { identityDigest } from '../../tools/simulator/identity-variables.js';
import { checkContract, lookupContract } from '../../workflows/contracts.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { createDatabase } from '../support/databases.js';
import { stackAddresses } from '../support/stack.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';

/** Three shards. */
const SITES = 130;

describe('a lookup that is deleted while it runs', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let temporalView: TemporalView;
  let fleet: Fleet;
  let api: ApiProcess;
  let worker: ServiceProcess;
  let owner: Awaited<ReturnType<LedgerReader['account']>>;

  beforeAll(async () => {
    sites = await startGeneratedSites(SITES, { latency: { medianMs: 400, sigma: 0.8, capMs: 2_500 } });
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    fleet = createFleet({
      // A few at a time, so that most are not asked yet when the lookup is deleted.
      ...sites.env,
      PROBE_CONCURRENCY: '4',
      DATABASE_URL: databaseUrl,
      TEMPORAL_ADDRESS: temporalAddress,
      TEMPORAL_NAMESPACE: namespace,
    });
    ledger = openLedgerReader(databaseUrl);
    temporalView = openTemporalView(temporalAddress, namespace);
    owner = await ledger.account();
    const record = openStores(readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: databaseUrl, DATABASE_POOL: '2' }), 'test');
    await addEndpointTo(record, owner.accountId);
    await record.database.close();
    [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([temporalView?.close(), ledger?.close(), sites?.close()]);
  });

  const requestsAbout = (subject: string): number => {
    const identity = identityDigest('username', subject);
    return sites.simulator.requests().log.filter((request) => request.identity === identity).length;
  };

  /** Accepts a lookup. @returns its id when some of its answers are stored */
  async function underWay(subject: string): Promise<string> {
    const accepted = await call(api.url, 'POST', '/v1/lookup', { key: owner.key, body: { query: subject } });
    const lookupId = lookupIdOf(accepted.body) ?? '';
    expect(await waitUntil(async () => (await ledger.recorded(lookupId)).size > 0, 90_000, 5)).toBe(true);
    return lookupId;
  }
  const remove = async (lookupId: string) => (await call(api.url, 'DELETE', `/v2/lookup/${lookupId}`, { key: owner.key })).status;

  /** Nothing is left but the bill, and nobody is told. */
  async function expectGone(lookupId: string): Promise<void> {
    const [left] = await ledger.sql`
      SELECT (SELECT count(*)::int FROM lookups WHERE id = ${lookupId}) AS lookups,
             (SELECT count(*)::int FROM lookup_results WHERE lookup_id = ${lookupId}) AS results,
             (SELECT count(*)::int FROM webhook_events WHERE account_id = ${owner.accountId}) AS events,
             (SELECT count(*)::int FROM platform_facts WHERE account_id = ${owner.accountId}) AS facts,
             (SELECT count(*)::int FROM usage_ledger WHERE lookup_id = ${lookupId}) AS bills`;
    expect(left).toEqual({ lookups: 0, results: 0, events: 0, facts: 0, bills: 1 });
  }
  async function expectQuietEnd(lookupId: string): Promise<void> {
    const handle = temporalView.temporal.client.workflow.getHandle(lookupContract.id(lookupId));
    expect(await handle.result()).toMatchObject({ deleted: true });
    expect((await handle.describe()).status.name).toBe('COMPLETED');
  }

  it('ends without a webhook, asks no platform that it had not begun with, and stays billed once', async () => {
    const lookupId = await underWay('deleted_under_way');
    expect(await remove(lookupId)).toBe(204);
    await expectQuietEnd(lookupId);
    expect(requestsAbout('deleted_under_way')).toBeLessThan(SITES);
    await temporalView.reconcile();
    await expectGone(lookupId);
    expect(await ledger.used(owner.accountId)).toBe(1);
  });

  it('ends the same after kill -9 of the worker, whose successor takes its activities over', async () => {
    const lookupId = await underWay('deleted_while_nobody_works');
    await worker.kill();
    await ledger.isGone('footprint-worker');
    expect(await remove(lookupId)).toBe(204);
    const before = requestsAbout('deleted_while_nobody_works');
    worker = await fleet.worker();
    await expectQuietEnd(lookupId);
    expect(requestsAbout('deleted_while_nobody_works')).toBe(before);
    await expectGone(lookupId);
    expect(await ledger.used(owner.accountId)).toBe(2);
  });

  it('is not tried again as a single check either', async () => {
    await worker.kill();
    const checking = call(api.url, 'POST', '/v1/phone', { key: owner.key, body: { phone: '+12025550123' } });
    const newest = async () => (await ledger.lookups(owner.accountId)).at(-1)?.id ?? '';
    expect(await waitUntil(async () => (await newest()) !== '', 90_000)).toBe(true);
    const lookupId = await newest();
    expect(await remove(lookupId)).toBe(204);
    expect((await checking).status).toBe(200);
    worker = await fleet.worker();
    const handle = temporalView.temporal.client.activity.getHandle(checkContract.id(lookupId));
    const ended = await waitUntil(async () => (await handle.describe()).status !== 'RUNNING', 60_000);
    expect({ ended, ...(await handle.describe()) }).toMatchObject({ ended: true, status: 'FAILED', attempt: 1 });
    await expectGone(lookupId);
    expect(fleet.died()).toEqual([]);
  });
});
