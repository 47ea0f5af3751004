/**
 * The database is from before Temporal: restored from a backup, or a failover lost its last commits. What it calls unfinished is carried
 * out again, what it does not know ends. Real processes; the reconcilers run as they do in operation.
 */
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { doctorCommand } from '../../src/cli/doctor-command.js';
import { eventIdOf } from '../../src/features/webhooks/store/event-writer.js';
import type { Mode } from '../../src/engine/flow/request-class.js';
import type { AcceptedLookup } from '../../src/features/lookups/lookup-ports.js';
import { TemporalLookupStarter } from '../../src/temporal/starters/start-lookups.js';
import { lookupContract } from '../../workflows/contracts.js';
import { call } from '../support/chaos-client.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { CommandRunner } from '../support/command-runner.js';
import { createDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { createFleet, type ApiProcess, type Fleet, type ServiceProcess } from '../support/processes.js';
import { stackAddresses } from '../support/stack.js';

const SITES = 20;
const PATIENT = { timeout: 60_000, interval: 100 };

/** What `POST` accepts for each mode. */
const REQUESTS = {
  async: ['/v1/lookup', { query: 'ada_example' }],
  wait: ['/v1/lookup?wait=true', { query: 'ada_example' }],
  instant: ['/v1/lookup?instant=true', { query: 'ada_example' }],
  batch: ['/v1/lookup/batch', { items: [{ query: 'ada_example' }] }],
  check: ['/v1/phone', { phone: '+12025550123' }],
} as const satisfies Partial<Record<Mode, unknown>>;
type TestedMode = keyof typeof REQUESTS;

describe('Postgres is older than Temporal', () => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let ledger: LedgerReader;
  let temporal: TemporalView;
  let starter: TemporalLookupStarter;
  let fleet: Fleet;
  let api: ApiProcess;
  let worker: ServiceProcess;
  const commands = new CommandRunner();
  beforeAll(async () => {
    sites = await startGeneratedSites(SITES);
    const { temporalAddress } = stackAddresses();
    const [databaseUrl, namespace] = await Promise.all([createDatabase(), createNamespace(temporalAddress)]);
    const settings = { DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace };
    fleet = createFleet({ ...sites.env, ...settings });
    ledger = openLedgerReader(databaseUrl);
    temporal = openTemporalView(temporalAddress, namespace);
    starter = new TemporalLookupStarter(temporal);
    for (const [name, value] of Object.entries({ ...settings, SECRETS_KEY: TEST_SECRETS_KEY, FOOTPRINT_OPERATOR: 'robin' }))
      vi.stubEnv(name, value);
    [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
  });
  afterEach(() => void vi.restoreAllMocks());
  afterAll(async () => {
    vi.unstubAllEnvs();
    await fleet?.close();
    await Promise.all([temporal?.close(), ledger?.close(), sites?.close()]);
  });

  /** Without deliveries: nobody listens to them. */
  const doctor = async () => {
    const found = await commands.run(doctorCommand(), '--json');
    return found.filter(({ kind }) => kind !== 'delivery').map(({ finding, kind, count, ids }) => ({ finding, kind, count, ids }));
  };
  const rowOf = async (id: string) => (await ledger.sql`SELECT * FROM lookups WHERE id = ${id}`)[0];
  const stateOf = async (id: string) => (await rowOf(id))?.['state'] as unknown;
  const platformsOf = async (id: string) => [...(await ledger.recorded(id))].sort();
  const isQuiet = async () => (await doctor()).length === 0;

  async function finished(mode: TestedMode, { accountId, key }: { readonly accountId: string; readonly key: string }): Promise<string> {
    const [path, body] = REQUESTS[mode];
    await call(api.url, 'POST', path, { key, body });
    const [{ id = '' } = {}] = await ledger.lookups(accountId);
    await expect.poll(() => stateOf(id), PATIENT).toBe('finished');
    await expect.poll(isOver(mode, id), PATIENT).toBe(true);
    return id;
  }

  const isOver = (mode: TestedMode, id: string) => async () => {
    const { client } = temporal.temporal;
    if (mode === 'instant' || mode === 'check') {
      const prefix = mode === 'instant' ? 'instant/' : 'check/';
      return (await client.activity.getHandle(prefix + id).describe()).status !== 'RUNNING';
    }
    return (await client.workflow.getHandle(lookupContract.id(id)).describe()).status.name !== 'RUNNING';
  };

  /** An endpoint at which nobody listens. */
  const subscribe = (accountId: string) => ledger.sql`
    INSERT INTO webhook_endpoints (id, account_id, url, event_types)
    VALUES (${`whk_${randomBytes(10).toString('hex')}`}, ${accountId}, 'https://hooks.example.com/', ARRAY['lookup.completed'])`;
  const eventsOf = async (accountId: string) =>
    (await ledger.sql`SELECT id FROM webhook_events WHERE account_id = ${accountId}`).map((row) => row['id'] as string);

  /** Of the lookup and the time of its acceptance alone, whenever it is finished. */
  const eventIdFor = async (id: string) => eventIdOf(`lookup/${id}`, (await rowOf(id))?.['accepted_at'] as Date);

  /** What a restore gives: the rows as they were when the lookup had begun. */
  async function restore(id: string, kept: 'accepted' | 'running'): Promise<void> {
    await ledger.sql`DELETE FROM webhook_events WHERE account_id = (SELECT account_id FROM lookups WHERE id = ${id})`;
    for (const table of ['lookup_results', 'lookup_modules', 'lookup_derived', 'linked_accounts'])
      await ledger.sql`DELETE FROM ${ledger.sql(table)} WHERE lookup_id = ${id}`;
    await ledger.sql`
      UPDATE lookups SET state = ${kept}, finished_at = NULL, accepted_at = accepted_at - interval '1 minute', feed_seq = 0,
        plan = CASE WHEN ${kept} = 'running' THEN plan END WHERE id = ${id}`;
  }

  it.each(
    (['async', 'wait', 'instant', 'batch', 'check'] as const).flatMap((mode) =>
      (['accepted', 'running'] as const).map((kept) => ({ mode, kept })),
    ),
  )(
    'a lookup of mode $mode whose finish is lost, which is $kept again, is carried out: not billed again, its event of the same id',
    async ({ mode, kept }) => {
      const owner = await ledger.account();
      await subscribe(owner.accountId);
      const id = await finished(mode, owner);
      const [answered, billed] = [await platformsOf(id), await ledger.used(owner.accountId)];
      expect(await eventsOf(owner.accountId)).toEqual([await eventIdFor(id)]);
      await restore(id, kept);
      await temporal.reconcile();
      await expect.poll(() => stateOf(id), PATIENT).toBe('finished');
      // An instant lookup asks nothing after its ceiling: nobody waits for it.
      if (mode !== 'instant') expect(await platformsOf(id)).toEqual(answered);
      expect(await ledger.used(owner.accountId)).toBe(billed);
      expect((await ledger.lookups(owner.accountId)).map(({ billed: rows }) => rows)).toEqual([1]);
      const read = await call(api.url, 'GET', `/v1/lookup/${id}`, owner);
      expect(read).toMatchObject({ status: 200, body: { lookupId: id, platformsChecked: expect.any(Number) as number } });
      expect(await eventsOf(owner.accountId)).toEqual([await eventIdFor(id)]);
    },
  );

  it.each(['async', 'instant', 'check'] as const)(
    'starting a finished lookup of mode %s changes nothing, and asks nobody',
    async (mode) => {
      const owner = await ledger.account();
      const id = await finished(mode, owner);
      const all = async () => [
        await rowOf(id),
        await ledger.sql`SELECT * FROM lookup_results WHERE lookup_id = ${id} ORDER BY platform, subject, source`,
        await ledger.sql`SELECT * FROM lookup_modules WHERE lookup_id = ${id} ORDER BY module, subject`,
        sites.simulator.requests().log.length,
      ];
      const before = await all();
      if (mode === 'async') {
        const { events } = await temporal.temporal.client.workflow.getHandle(lookupContract.id(id)).fetchHistory();
        // Its parts had stored all, so that it was carried out once.
        expect(events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId ?? '').toBe('');
      }
      const lookup: AcceptedLookup = {
        id,
        accountId: owner.accountId,
        mode,
        kind: mode === 'check' ? 'phone' : 'lookup',
        queryType: mode === 'check' ? null : 'username',
        band: mode === 'instant' ? 'instant' : 'deep',
      };
      expect(await starter.start(lookup)).toBe(true);
      await expect.poll(isOver(mode, id), PATIENT).toBe(true);
      expect(await all()).toEqual(before);
    },
  );

  it('the doctor names rows without executions and executions without rows; a worker that starts makes them agree', async () => {
    const owner = await ledger.account();
    const id = await finished('async', owner);
    await expect.poll(isQuiet, PATIENT).toBe(true);
    await worker.stop();
    await restore(id, 'running');
    // Accepted after the backup: Temporal has them, Postgres does not.
    const unknown = Object.fromEntries(
      (['async', 'instant', 'check'] as const).map((mode) => [mode, `lkp_${randomBytes(10).toString('hex')}`]),
    );
    for (const [mode, lookupId] of Object.entries(unknown))
      await starter.start({
        id: lookupId,
        accountId: owner.accountId,
        mode: mode as Mode,
        kind: 'lookup',
        queryType: 'username',
        band: 'deep',
      });
    await expect.poll(doctor, PATIENT).toEqual([
      { finding: 'rowWithoutExecution', kind: 'lookup', count: 1, ids: [id] },
      { finding: 'executionWithoutRow', kind: 'check', count: 1, ids: [unknown['check']] },
      { finding: 'executionWithoutRow', kind: 'instant', count: 1, ids: [unknown['instant']] },
      { finding: 'executionWithoutRow', kind: 'lookup', count: 1, ids: [unknown['async']] },
    ]);
    expect(await call(api.url, 'GET', `/v1/lookup/${unknown['async'] ?? ''}`, owner)).toMatchObject({ status: 404 });
    worker = await fleet.worker({ METRICS_PORT: '0' });
    await expect.poll(() => stateOf(id), PATIENT).toBe('finished');
    await expect.poll(isQuiet, PATIENT).toBe(true);
    expect(await withoutRow()).toBe(3);
  });

  /** What the newest worker counts. */
  async function withoutRow(): Promise<number> {
    const ports = [...fleet.logs().matchAll(/"port":(\d+)[^\n]*"msg":"metrics"/g)].map(([, port]) => port);
    const text = await (await fetch(`http://127.0.0.1:${ports.at(-1) ?? ''}/metrics`)).text();
    return Number(/^footprint_executions_without_row_total (\d+)/m.exec(text)?.[1]);
  }
});
