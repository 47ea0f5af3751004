/** Each released version beside this one, under load, on one database: forward, and back on the migrated database (ADR 53). */
import { ScheduleOverlapPolicy } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrateDatabase } from '../../src/kernel/db/migrate.js';
import { entryArguments } from '../../tools/embedded/program.js';
import { bundleOf, installQuietRuntime } from '../workflows/support/bundles.js';
import { call } from '../support/chaos-client.js';
import { openLedgerReader, type LedgerReader } from '../support/chaos-record.js';
import { createNamespace, openTemporalView, type TemporalView } from '../support/chaos-temporal.js';
import { urlsOfDatabase } from '../support/databases.js';
import { startGeneratedSites } from '../support/generated-catalogue.js';
import { startMixedLoad } from '../support/mixed-load.js';
import { TEST_SECRETS_KEY } from '../support/offline.js';
import { createFleet, type Fleet } from '../support/processes.js';
import { releases } from '../support/release-files.js';
import { databaseOf, hasSourcesOf, sourcesOf } from '../support/release-sources.js';
import { stackAddresses } from '../support/stack.js';
import { receiverAuthority, startReceiver, type Receiver } from '../support/webhooks/receiver.js';

const SITES = 20;
/** So that lookups are under way at each change of the versions. */
const LATENCY = { medianMs: 300, sigma: 0.7, capMs: 3_000 };
/** Lookups that are accepted before the next change. */
const BETWEEN = 14;
/** First attempts that the receiver refuses: the second ones are due a minute later, whichever version runs then. */
const REFUSED = 3;

for (const { version } of releases().filter((release) => !hasSourcesOf(release)))
  it(`${version} is not run beside this version, because this clone is without its commit`, () => expect(version).toMatch(/\d/));

describe.each(releases().filter(hasSourcesOf))('$version beside this version', (release) => {
  let sites: Awaited<ReturnType<typeof startGeneratedSites>>;
  let trusted: Awaited<ReturnType<typeof receiverAuthority>>;
  let receiver: Receiver;
  let ledger: LedgerReader;
  let view: TemporalView;
  let fleets: Record<'former' | 'present', Fleet>;
  let accountId: string;
  let outcome: Awaited<ReturnType<ReturnType<typeof startMixedLoad>['stop']>>;

  /** API and worker of a version. */
  async function startVersion(fleet: Fleet) {
    const [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
    return { url: api.url, api, worker };
  }

  beforeAll(async () => {
    installQuietRuntime();
    const { temporalAddress } = stackAddresses();
    const project = sourcesOf(release);
    const [databaseUrl, namespace] = await Promise.all([databaseOf(release), createNamespace(temporalAddress)]);
    [sites, trusted] = await Promise.all([startGeneratedSites(SITES, { latency: LATENCY }), receiverAuthority()]);
    receiver = await startReceiver({ identity: trusted.identity });
    receiver.behave((response) => void response.writeHead(receiver.received.length <= REFUSED ? 500 : 204).end());
    const settings = { ...sites.env, ...trusted.env, DATABASE_URL: databaseUrl };
    const servers = { ...settings, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE: namespace };
    fleets = { former: createFleet(servers, project), present: createFleet(servers) };
    view = openTemporalView(temporalAddress, namespace);
    ledger = openLedgerReader(databaseUrl);

    let former = await startVersion(fleets.former);
    const keys = await accountOf(former.url, { DATABASE_URL: databaseUrl, SECRETS_KEY: TEST_SECRETS_KEY }, project);
    let running = [former];
    const load = startMixedLoad({ urls: () => running.map(({ url }) => url), keys });
    await load.more(BETWEEN);
    await migrateDatabase(urlsOfDatabase(databaseUrl).ownerUrl, { serviceRole: new URL(databaseUrl).username });
    const present = await startVersion(fleets.present);
    running = [former, present];
    await load.more(BETWEEN);
    running = [present];
    await Promise.all([former.api.stop(), former.worker.kill()]);
    await load.more(BETWEEN);
    former = await startVersion(fleets.former);
    running = [former, present];
    await load.more(BETWEEN);
    running = [former];
    await Promise.all([present.api.stop(), present.worker.kill()]);
    await load.more(BETWEEN);
    outcome = await load.stop();
  });
  afterAll(async () => {
    await Promise.all([fleets?.former.close(), fleets?.present.close()]);
    await Promise.all([ledger?.close(), view?.close(), receiver?.close(), sites?.close()]);
    trusted?.authority.remove();
  });

  /** An account with an endpoint, made by the former version. @returns its keys */
  async function accountOf(url: string, env: Readonly<Record<string, string>>, project: string): Promise<string[]> {
    const create = [
      'account',
      'create',
      '--email',
      'owner@example.com',
      '--plan',
      'higher_volume',
      '--scopes',
      'lookups',
      'account',
      'webhooks',
    ];
    const { stdout } = await execa(process.execPath, entryArguments('cli', create, project), { cwd: project, env });
    const owner = JSON.parse(stdout) as { accountId: string; key: string };
    ({ accountId } = owner);
    const post = async (path: string, body: object) => {
      const { status, body: answer } = await call(url, 'POST', path, { key: owner.key, body });
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(answer)}`);
      return answer as { key: string };
    };
    await post('/v2/webhooks/endpoints', { url: receiver.url, eventTypes: ['lookup.completed'] });
    // Each key has its own rate.
    const more = await Promise.all([1, 2, 3].map((n) => post('/v2/account/keys', { name: `key ${n}` })));
    return [owner.key, ...more.map(({ key }) => key)];
  }

  it('accepts orders of every kind, finishes each, and bills each once', async () => {
    expect(outcome.failures).toEqual([]);
    expect(Object.keys(outcome.accepted)).toHaveLength(6);
    expect(await ledger.unfinished(accountId, 60_000, view)).toEqual([]);
    const lookups = await ledger.lookups(accountId);
    expect(lookups).toHaveLength(outcome.lookups);
    expect(lookups.filter(({ billed }) => billed !== 1)).toEqual([]);
    expect(await ledger.used(accountId)).toBe(lookups.length);
  });

  it('answers no platform wrongly', async () => {
    const answers = await ledger.sql<{ query: string; platform: string; state: string }[]>`
      SELECT l.query, r.platform, r.state FROM lookups l JOIN lookup_results r ON r.lookup_id = l.id
      WHERE l.account_id = ${accountId} AND r.state IN ('registered', 'not_registered') AND l.query LIKE 'beside%'`;
    expect(answers.length).toBeGreaterThan(outcome.lookups);
    const exists = (platform: string, query: string) => sites.simulator.accounts.exists(platform, 'username', query);
    expect(answers.filter(({ platform, query, state }) => (state === 'registered') !== exists(platform, query))).toEqual([]);
  });

  it('delivers an event of each lookup, also what one version began and the other went on with', async () => {
    const outbox = view.temporal.client.schedule.getHandle('reconcile-webhooks');
    await outbox.trigger(ScheduleOverlapPolicy.SKIP);
    const read = () => ledger.sql<{ eventId: string; state: string; attempts: number }[]>`
      SELECT d.event_id AS "eventId", d.state, d.attempts FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
      WHERE e.type = 'lookup.completed' AND e.account_id = ${accountId}`;
    await expect.poll(async () => (await read()).filter(({ state }) => state !== 'delivered'), { timeout: 90_000 }).toEqual([]);
    const deliveries = await read();
    expect(deliveries).toHaveLength(outcome.lookups);
    expect(deliveries.filter(({ attempts }) => attempts > 1).length).toBeGreaterThanOrEqual(REFUSED);
    const received = new Set(receiver.received.map(({ eventId }) => eventId));
    expect(deliveries.filter(({ eventId }) => !received.has(eventId))).toEqual([]);
  });

  it('no workflow failed over the other version, and this one replays all that began with either', async () => {
    const { client } = view.temporal;
    const histories: { workflowId: string; history: Awaited<ReturnType<ReturnType<typeof client.workflow.getHandle>['fetchHistory']>> }[] =
      [];
    for await (const { workflowId, runId } of client.workflow.list({ query: 'TaskQueue = "footprint-lookups"' })) {
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
      const failed = history.events?.flatMap(({ workflowTaskFailedEventAttributes: failure }) => failure?.failure?.message ?? []);
      expect(failed, workflowId).toEqual([]);
      histories.push({ workflowId, history });
    }
    const faults: string[] = [];
    const workflowBundle = await bundleOf('../../workflows/index.ts');
    for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories))
      if (error) faults.push(`${workflowId}: ${error.message}`);
    expect(faults).toEqual([]);
    const started = (prefix: string): number => histories.filter(({ workflowId }) => workflowId.startsWith(prefix)).length;
    expect(started('lookup/')).toBeGreaterThan(outcome.lookups / 2);
    expect(started('webhook/')).toBeGreaterThanOrEqual(outcome.lookups);
    expect([...fleets.former.died(), ...fleets.present.died()]).toEqual([]);
  });
});
