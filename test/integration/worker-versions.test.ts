/** Two versions of workers side by side (ADR 53): what began on one ends there, the rest moves, and killing either loses nothing. */
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStores, type Stores } from '../../src/wiring/stores.js';
import { readConfig } from '../../src/kernel/config/env.js';
import { TemporalWebhookWorkflows } from '../../src/temporal/starters/webhook-workflows.js';
import { endpointContract, lookupContract, SCHEDULED } from '../../workflows/contracts.js';
import { call, lookupIdOf } from '../support/chaos-client.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { createDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';
import { addEndpointTo } from '../support/webhooks/endpoints.js';
import { DEPLOYMENT, openVersions, versionSettings } from '../support/worker-versions.js';

const SITES = 8;
/** Long enough to kill a worker meanwhile, and no timeout: those take slots from platforms, and all versions share the slots. */
const SLOW = { medianMs: 6_000, sigma: 0 };
const FAST = { medianMs: 20 };

describe('versions of workers', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let stores: Stores;
  let view: TemporalView;
  let versions: ReturnType<typeof openVersions>;
  let watches: TemporalWebhookWorkflows;
  let fleet: Fleet;
  let api: ApiProcess;
  let owner: Awaited<ReturnType<LedgerReader['account']>>;
  let endpointId: string;
  const workers: Record<string, ServiceProcess> = {};

  const post = (path: string, body: object) => call(api.url, 'POST', path, { key: owner.key, body });
  const stateOf = async (id: string) => (await ledger.lookups(owner.accountId)).find((lookup) => lookup.id === id)?.state;
  const buildOf = (id: string) => versions.buildOf(lookupContract.id(id));
  async function start(query: string): Promise<string> {
    const id = lookupIdOf((await post('/v1/lookup', { query })).body);
    if (id === null) throw new Error(`${query} was not accepted`);
    return id;
  }
  const startWorker = async (buildId: string) => (workers[buildId] = await fleet.worker(versionSettings(buildId)));
  /** A lookup whose probes are under way for some seconds; from then on platforms answer at once. @param buildId where it has begun */
  async function startSlow(query: string, buildId: string | null): Promise<string> {
    sites.simulator.setLatency('*', SLOW);
    const id = await start(query);
    await expect.poll(async () => [await stateOf(id), await buildOf(id)], { interval: 20 }).toEqual(['running', buildId]);
    return id;
  }
  /** The same, and its worker is killed. */
  async function startAndKill(query: string, buildId: string | null, worker: ServiceProcess | undefined): Promise<string> {
    const id = await startSlow(query, buildId);
    await worker?.kill();
    sites.simulator.setLatency('*', FAST);
    expect(await stateOf(id)).toBe('running');
    return id;
  }
  /** Has the watch of the endpoint look again, and waits until that build did. */
  async function lookAgain(buildId: string): Promise<void> {
    await watches.recheckEndpoint(endpointId);
    await expect.poll(() => versions.buildOf(endpointContract.id(endpointId))).toBe(buildId);
  }
  async function reconcileOn(buildId: string): Promise<void> {
    const [{ id }] = SCHEDULED as [(typeof SCHEDULED)[number]];
    const schedule = view.temporal.client.schedule.getHandle(id);
    await schedule.trigger(ScheduleOverlapPolicy.BUFFER_ONE);
    const newest = async () => {
      const { workflow } = (await schedule.describe()).info.recentActions.at(-1)?.action ?? {};
      return workflow ? versions.buildOf(workflow.workflowId) : null;
    };
    await expect.poll(newest).toBe(buildId);
  }

  beforeAll(async () => {
    sites = await startGeneratedSites(SITES, { latency: FAST });
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    view = openTemporalView(temporalAddress, namespace);
    versions = openVersions(view.temporal);
    watches = new TemporalWebhookWorkflows({ temporal: view.temporal });
    ledger = openLedgerReader(databaseUrl);
    stores = openStores(readConfig({ SECRETS_KEY: TEST_SECRETS_KEY, DATABASE_URL: databaseUrl, DATABASE_POOL: '2' }), 'test');
    fleet = createFleet({ ...sites.env, DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace });
    [owner, api] = await Promise.all([ledger.account(), fleet.api(), startWorker('A')]);
    const endpoint = await addEndpointTo(stores, owner.accountId);
    endpointId = endpoint.id;
    await ledger.sql`UPDATE webhook_endpoints SET failing_since = now(), last_failed_at = now() WHERE id = ${endpointId}`;
  });
  afterAll(async () => {
    await fleet?.close();
    await Promise.all([ledger?.close(), stores?.database.close(), view?.close(), sites?.close()]);
  });

  it('a version that is not current takes nothing: lookups wait, instant ones are refused and not billed', async () => {
    const id = await start('before_any');
    expect(await post('/v1/lookup?instant=true', { query: 'refused' })).toMatchObject({ status: 503 });
    expect(await stateOf(id)).toBe('accepted');
    expect(await ledger.used(owner.accountId)).toBe(1);
    await versions.makeCurrent('A');
    await expect.poll(() => stateOf(id)).toBe('finished');
    expect(await buildOf(id)).toBe('A');
  });

  it('lookups of every mode run on the current version', async () => {
    const instant = () => post('/v1/lookup?instant=true', { query: 'at_once' });
    await expect.poll(async () => (await instant()).status).toBe(200);
    expect(await post('/v1/lookup?wait=true', { query: 'awaited' })).toMatchObject({ status: 200, body: { query: 'awaited' } });
    expect(await post('/v1/phone', { phone: '+12025550123' })).toMatchObject({ status: 200 });
    const batch = (await post('/v1/lookup/batch', { items: [{ query: 'of_a_batch' }] })).body as { results: { lookupId: string }[] };
    const [item] = batch.results;
    await expect.poll(() => stateOf(item?.lookupId ?? '')).toBe('finished');
  });

  it('a lookup ends on its version though another is current and its worker is killed; watches and schedules move', async () => {
    await watches.ensureMonitored(endpointId);
    await lookAgain('A');
    await startWorker('B');
    const pinned = await startAndKill('pinned', 'A', workers['A']);
    await versions.makeCurrent('B');
    expect(await versions.statusOf('A')).toBe('draining');
    const next = await start('after_b');
    await expect.poll(() => stateOf(next)).toBe('finished');
    expect(await buildOf(next)).toBe('B');
    await lookAgain('B');
    await reconcileOn('B');
    expect(await stateOf(pinned)).toBe('running');
    await startWorker('A');
    await expect.poll(() => stateOf(pinned), { timeout: 90_000 }).toBe('finished');
    expect(await buildOf(pinned)).toBe('A');
    await expect.poll(() => versions.statusOf('A'), { timeout: 90_000 }).toBe('drained');
  });

  it('a rollback sends new lookups, watches and schedules back; what began on the newer version ends there', async () => {
    const pinned = await startSlow('begun_on_b', 'B');
    await versions.makeCurrent('A');
    sites.simulator.setLatency('*', FAST);
    expect(await stateOf(pinned)).toBe('running');
    const next = await start('back_on_a');
    await expect.poll(async () => [await stateOf(next), await stateOf(pinned)]).toEqual(['finished', 'finished']);
    expect([await buildOf(next), await buildOf(pinned)]).toEqual(['A', 'B']);
    await lookAgain('A');
    await reconcileOn('A');
    expect(await post('/v1/lookup?instant=true', { query: 'at_once_again' })).toMatchObject({ status: 200 });
  });

  it('a lookup whose version never comes back is started again on the current one when its workflow is ended', async () => {
    const pinned = await startAndKill('left_behind', 'A', workers['A']);
    await versions.makeCurrent('B');
    const { workflow } = view.temporal.client;
    const query = `TemporalWorkerDeploymentVersion = "${DEPLOYMENT}:A" AND WorkflowType = "lookup" AND ExecutionStatus = "Running"`;
    await expect.poll(async () => (await workflow.count(query)).count).toBe(1);
    for await (const { workflowId } of workflow.list({ query })) await workflow.getHandle(workflowId).terminate('its version is gone');
    expect(await ledger.unfinished(owner.accountId, 60_000, view)).toEqual([]);
    expect(await buildOf(pinned)).toBe('B');
  });

  it('workers without a version take over when none is current, and what they began moves to the version that becomes so', async () => {
    const plain = await fleet.worker();
    await versions.makeCurrent(null);
    const done = await start('without_a_version');
    await expect.poll(() => stateOf(done)).toBe('finished');
    expect(await buildOf(done)).toBeNull();
    expect(await post('/v1/lookup?instant=true', { query: 'at_once_without' })).toMatchObject({ status: 200 });
    const moved = await startAndKill('moves_to_b', null, plain);
    await versions.makeCurrent('B');
    await expect.poll(() => stateOf(moved)).toBe('finished');
    expect(await buildOf(moved)).toBe('B');
    await lookAgain('B');
  });

  it('everything that was accepted is finished and billed once', async () => {
    const lookups = await ledger.lookups(owner.accountId);
    expect(lookups.filter(({ state, billed }) => state !== 'finished' || billed !== 1)).toEqual([]);
    expect(await ledger.used(owner.accountId)).toBe(lookups.length);
    expect(fleet.died()).toEqual([]);
  });
});
