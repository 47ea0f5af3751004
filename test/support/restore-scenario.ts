/**
 * A backup of Postgres or of Temporal from the middle of a load is restored, while the other keeps what came after it. Real processes, all
 * modes; nobody triggers anything: what the service does by itself has to do. The seed decides when the backup is made and restored.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { WorkRows } from '../../src/features/operators/store/operator-reports.js';
import { eventIdOf } from '../../src/features/webhooks/store/event-writer.js';
import { findDisagreements } from '../../src/features/operators/use-cases/state.js';
import { openTemporal } from '../../src/kernel/temporal/connection.js';
import { openExecutions } from '../../src/temporal/open-executions.js';
import { waitUntil } from '../../tools/embedded/wait-until.js';
import { seeded } from './chaos.js';
import { call } from './chaos-client.js';
import { type LedgerReader, openLedgerReader } from './chaos-record.js';
import { createFleet, type Fleet } from './processes.js';
import { createNamespace } from './chaos-temporal.js';
import { openRestorableServers, type Restored, type RestorableServers } from './restorable-servers.js';

const PACE_MS = 120;
const AFTER_BACKUP = 12;
/** How long the lookups of the restored service are waited for. */
const GIVE_UP_MS = 180_000;
/** One lookup of the default band every this many milliseconds, of another account, goes on all the time. */
const LOAD_MS = 500;

/** Requests in turn: of each mode, about somebody new each time. */
const KINDS = [
  (n: number) => ['/v1/lookup', { query: `subject_${n}` }],
  (n: number) => ['/v1/lookup?wait=true', { query: `subject_${n}` }],
  (n: number) => ['/v1/lookup?instant=true', { query: `subject_${n}` }],
  () => ['/v1/phone', { phone: '+12025550123' }],
  (n: number) => ['/v1/lookup/batch', { items: [{ query: `first_${n}` }, { query: `second_${n}` }] }],
  (n: number) => ['/v1/lookup?deep=true', { query: `deep_${n}` }],
] as const satisfies ((n: number) => readonly [path: string, body: unknown])[];

const requestOf = (n: number) => (KINDS[n % KINDS.length] as (typeof KINDS)[number])(n);

/** What one seed came to. */
export interface RestoreReport {
  /** Lookups in the restored database, and those of them that were not finished. */
  readonly held: number;
  readonly open: number;
  /** From the start of the processes until the last of those was finished, by what was asked for; 0: none was open. Infinity: never. */
  readonly seconds: Readonly<Record<'waiting' | 'batch' | 'deep', number>>;
  /** A deep lookup alone. */
  readonly deepAlone: number;
  /** Lookups that are not in their ledger exactly once, and what the pool was charged beyond it. */
  readonly misbilled: number;
  /** Lookups, other than instant ones, that finished without an outcome of each planned platform. */
  readonly incomplete: number;
  /** Events that are missing, or that are not those which the contract promises (13.1: one each, of the same id). */
  readonly wrongEvents: number;
  /** Accepted after the backup of Postgres, and how many of them are answered with another status than 404. */
  readonly unknown: number;
  readonly notRefused: number;
  /** Executions without a row, before the service started and at the end. */
  readonly withoutRow: readonly [before: number, after: number];
}

export async function startRestorable(sitesEnv: Readonly<Record<string, string>>) {
  const servers = await openRestorableServers();
  return { run: (restored: Restored, seed: number) => runRestore(servers, sitesEnv, restored, seed), close: () => servers.close() };
}

/** The service on a database, as long as `work` takes; then all of it is killed. @returns what `work` returns, once Postgres knows */
async function withService<T>(
  servers: RestorableServers,
  settings: Readonly<Record<string, string>>,
  name: string,
  work: (url: string, ledger: LedgerReader) => Promise<T>,
): Promise<T> {
  const databaseUrl = servers.urlOf(name);
  const fleet: Fleet = createFleet({ ...settings, DATABASE_URL: databaseUrl });
  const ledger = openLedgerReader(databaseUrl);
  try {
    const [api, worker] = await Promise.all([fleet.api(), fleet.worker()]);
    const result = await work(api.url, ledger);
    await Promise.all([api.kill(), worker.kill()]);
    await Promise.all([ledger.isGone('footprint-api'), ledger.isGone('footprint-worker')]);
    return result;
  } finally {
    await Promise.all([ledger.close(), fleet.close()]);
  }
}

async function runRestore(
  servers: RestorableServers,
  sitesEnv: Readonly<Record<string, string>>,
  restored: Restored,
  seed: number,
): Promise<RestoreReport> {
  const address = servers.temporalAddress;
  const [name, namespace] = await Promise.all([servers.database(), createNamespace(address)]);
  const settings = { ...sitesEnv, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace };
  let sent = 0;
  /** Sends requests at a steady pace without waiting for their answers. */
  async function load(url: string, key: string, requests: number): Promise<void> {
    for (let n = 0; n < requests; n += 1, sent += 1) {
      const [path, body] = requestOf(sent);
      void call(url, 'POST', path, { key, body, timeoutMs: 20_000 });
      await sleep(PACE_MS);
    }
  }
  const { owner, other, deepAlone } = await withService(servers, settings, name, async (url, ledger) => {
    const [first, second] = [await ledger.account(), await ledger.account()];
    await subscribe(ledger, first.accountId);
    await deepLookup(url, ledger, second, 'controls_first');
    const took = await deepLookup(url, ledger, second, 'alone');
    await load(url, first.key, seeded(seed, 'requests before the backup', KINDS.length, 4 * KINDS.length));
    return { owner: first, other: second, deepAlone: took };
  });
  const restore = await servers.backUp(restored, name);
  const newest = await withService(servers, settings, name, async (url, ledger) => {
    await load(url, owner.key, AFTER_BACKUP);
    await sleep(seeded(seed, 'milliseconds until the restore', 0, 20_000));
    // Something has to be open then, however fast the machine is.
    while ((await ledger.unfinished(owner.accountId, 0)).length === 0) await load(url, owner.key, KINDS.length);
    return ledger.lookups(owner.accountId);
  });
  const now = await restore();
  const temporal = openTemporal({ address, namespace });
  const withoutRow = async ({ sql }: LedgerReader): Promise<number> => {
    const found = await findDisagreements(new WorkRows({ sql }), () => openExecutions(temporal));
    return found.filter(({ finding }) => finding === 'executionWithoutRow').reduce((sum, { count }) => sum + count, 0);
  };
  const reader = openLedgerReader(servers.urlOf(now));
  try {
    const held = await reader.lookups(owner.accountId);
    const open = held.filter(({ state }) => state !== 'finished').map(({ id }) => id);
    const known = new Set(held.map(({ id }) => id));
    const unknown = newest.filter(({ id }) => !known.has(id));
    const before = await withoutRow(reader);
    await reader.age(10);
    const startedAt = Date.now();
    return await withService(servers, settings, now, async (url, ledger) => {
      const others = new AbortController();
      const beside = keepRequesting(url, other.key, others.signal);
      await ledger.unfinished(owner.accountId, GIVE_UP_MS);
      others.abort();
      await beside;
      const statuses = await Promise.all(unknown.map(async ({ id }) => (await call(url, 'GET', `/v2/lookup/${id}`, owner)).status));
      await waitUntil(async () => (await withoutRow(ledger)) === 0, GIVE_UP_MS, 500);
      return {
        held: held.length,
        open: open.length,
        seconds: await secondsOf(ledger, open, startedAt),
        deepAlone,
        ...(await violations(ledger, owner.accountId)),
        unknown: unknown.length,
        notRefused: statuses.filter((status) => status !== 404).length,
        withoutRow: [before, await withoutRow(ledger)],
      };
    });
  } finally {
    await Promise.all([reader.close(), temporal.close()]);
  }
}

/** An endpoint at which nobody listens: its events are written. */
const subscribe = ({ sql }: LedgerReader, accountId: string) => sql`
  INSERT INTO webhook_endpoints (id, account_id, url, event_types)
  VALUES (${`whk_${randomBytes(10).toString('hex')}`}, ${accountId}, 'https://hooks.example.com/', ARRAY['lookup.completed'])`;

/** @returns seconds from the request until it was finished */
async function deepLookup(
  url: string,
  ledger: LedgerReader,
  { accountId, key }: { readonly accountId: string; readonly key: string },
  query: string,
): Promise<number> {
  const began = performance.now();
  await call(url, 'POST', '/v1/lookup?deep=true', { key, body: { query } });
  const open = await ledger.unfinished(accountId, GIVE_UP_MS);
  if (open.length > 0) throw new Error(`${query} did not finish`);
  return (performance.now() - began) / 1_000;
}

async function keepRequesting(url: string, key: string, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    void call(url, 'POST', '/v1/lookup?wait=true', { key, body: { query: `beside_${n}` } });
    await sleep(LOAD_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function secondsOf({ sql }: LedgerReader, ids: readonly string[], startedAt: number): Promise<RestoreReport['seconds']> {
  const rows = await sql<{ what: keyof RestoreReport['seconds']; seconds: number | null }[]>`
    SELECT CASE WHEN mode = 'batch' THEN 'batch' WHEN band = 'deep' THEN 'deep' ELSE 'waiting' END AS what,
      (extract(epoch FROM finished_at) - ${startedAt / 1_000}::float8)::float8 AS seconds FROM lookups WHERE id = ANY (${[...ids]})`;
  const latest = (what: string): number =>
    Math.max(0, ...rows.filter((row) => row.what === what).map(({ seconds }) => seconds ?? Number.POSITIVE_INFINITY));
  return { waiting: latest('waiting'), batch: latest('batch'), deep: latest('deep') };
}

async function violations(
  ledger: LedgerReader,
  accountId: string,
): Promise<Pick<RestoreReport, 'misbilled' | 'incomplete' | 'wrongEvents'>> {
  const lookups = await ledger.lookups(accountId);
  const rows = await ledger.sql<{ id: string; mode: string; acceptedAt: Date }[]>`
    SELECT id, mode, accepted_at AS "acceptedAt" FROM lookups WHERE account_id = ${accountId}`;
  // An instant lookup probes nothing after its ceiling.
  const instant = new Set(rows.filter(({ mode }) => mode === 'instant').map(({ id }) => id));
  const expected = new Set(rows.map(({ id, acceptedAt }) => eventIdOf(`lookup/${id}`, acceptedAt)));
  const events = await ledger.sql<
    { id: string }[]
  >`SELECT id FROM webhook_events WHERE account_id = ${accountId} AND type = 'lookup.completed'`;
  const written = new Set(events.map(({ id }) => id));
  return {
    misbilled: lookups.filter(({ billed }) => billed !== 1).length + Math.abs((await ledger.used(accountId)) - lookups.length),
    incomplete: lookups.filter(({ id, planned, results }) => !instant.has(id) && results < planned).length,
    wrongEvents: [...expected].filter((id) => !written.has(id)).length + [...written].filter((id) => !expected.has(id)).length,
  };
}
