/** What a stretch of work takes of each part: processor, statements, write-ahead log, bytes, sockets, actions of Temporal. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { LOOKUP_CHANNEL } from '../../src/features/lookups/store/lookup-feed.js';
import { ResultsCompressor } from '../../src/features/lookups/store/results-compressor.js';
import { openTemporal } from '../../src/kernel/temporal/connection.js';
import { instantContract, lookupContract } from '../../workflows/contracts.js';
import { cpuMs, type Harness } from './harness.js';

const SAMPLE_MS = 100;
/** Lookups whose histories are read. */
const HISTORIES = 10;
/** Events of a history that its server's operator pays as actions. */
const ACTIONS = ['workflowExecutionStarted', 'activityTaskScheduled', 'timerStarted', 'workflowExecutionSignaled', 'markerRecorded'];

export interface Usage {
  readonly seconds: number;
  /** Processor seconds. */
  readonly cpu: Readonly<Record<'api' | 'workers' | 'temporal' | 'postgres', number>>;
  readonly statements: number;
  readonly transactions: number;
  /** `NOTIFY` messages. */
  readonly notifications: number;
  /** Bytes. */
  readonly wal: number;
  readonly stored: number;
  /** Of it, facts for later lookups. */
  readonly facts: number;
  readonly requests: number;
  /** Sockets that workers had open, at most; those of API and workers to the database. */
  readonly sockets: number;
  readonly connections: number;
}

const children = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** Of a server that makes a process for each connection, those that have ended included (proc(5): fields 14 to 17). */
function cpuOfTree(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const ended = (Number(fields[13]) + Number(fields[14])) * 10;
  const alive = children(pid).reduce((sum, child) => {
    try {
      return sum + cpuMs(child);
    } catch {
      return sum; // it has just ended
    }
  }, 0);
  return cpuMs(pid) + ended + alive;
}

function socketsOf(pid: number): number {
  let count = 0;
  for (const fd of readdirSync(`/proc/${pid}/fd`)) {
    try {
      if (readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith('socket:')) count += 1;
    } catch {
      // it has just been closed
    }
  }
  return count;
}

async function reading({ pids, sql, control }: Harness) {
  const workers = [pids.worker, ...pids.moreWorkers];
  const cpu = {
    api: cpuMs(pids.api),
    workers: workers.reduce((sum, pid) => sum + cpuMs(pid), 0),
    temporal: cpuMs(pids.temporal),
    postgres: cpuOfTree(pids.postgres),
  };
  const [row] = await sql<{ calls: number; xacts: number; wal: number; stored: number; facts: number; connections: number }[]>`
    SELECT (SELECT coalesce(sum(calls), 0)::float8 FROM pg_stat_statements(false)) AS calls, xact_commit::float8 AS xacts,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal, pg_database_size(datname)::float8 AS stored,
      pg_total_relation_size('platform_facts')::float8 AS facts,
      numbackends AS connections
    FROM pg_stat_database WHERE datname = current_database()`;
  const { total } = (await (await fetch(`${control}/requests?log=0`)).json()) as { total: number };
  return { at: performance.now(), cpu, total, ...(row as NonNullable<typeof row>) };
}

/** Measures what is used while `work` runs and until every lookup of it has finished. */
export async function usageOf(harness: Harness, work: () => Promise<unknown>): Promise<Usage> {
  const workers = [harness.pids.worker, ...harness.pids.moreWorkers];
  let sockets = 0;
  let notifications = 0;
  const listening = await harness.sql.listen(LOOKUP_CHANNEL, () => (notifications += 1));
  const sampling = setInterval(() => (sockets = Math.max(sockets, ...workers.map(socketsOf))), SAMPLE_MS);
  try {
    notifications = 0;
    const before = await reading(harness);
    await work();
    await harness.settled();
    const after = await reading(harness);
    const spent = (name: keyof Usage['cpu']) => (after.cpu[name] - before.cpu[name]) / 1_000;
    return {
      seconds: (after.at - before.at) / 1_000,
      cpu: { api: spent('api'), workers: spent('workers'), temporal: spent('temporal'), postgres: spent('postgres') },
      statements: after.calls - before.calls,
      transactions: after.xacts - before.xacts,
      notifications,
      wal: after.wal - before.wal,
      stored: after.stored - before.stored,
      facts: after.facts - before.facts,
      requests: after.total - before.total,
      sockets,
      connections: after.connections,
    };
  } finally {
    clearInterval(sampling);
    await listening.unlisten();
  }
}

/** Actions of Temporal for each lookup, from the histories of some of them. One standalone activity is one action. */
export async function actionsOf({ temporalAddress }: Harness, lookupIds: readonly string[]): Promise<number> {
  const { client, close } = openTemporal({ address: temporalAddress, namespace: 'default' });
  try {
    const counts = await Promise.all(
      lookupIds.slice(0, HISTORIES).map(async (id) => {
        const { events } = await client.workflow
          .getHandle(lookupContract.id(id))
          .fetchHistory()
          .catch(() => ({ events: null }));
        if (events) return events.filter((event) => ACTIONS.some((name) => `${name}EventAttributes` in event)).length;
        return client.activity
          .getHandle(instantContract.id(id))
          .describe()
          .then(() => 1);
      }),
    );
    return counts.reduce((sum, each) => sum + each, 0) / counts.length;
  } finally {
    await close();
  }
}

/** Compresses lookups, as an hour after their finish. @returns the seconds, and the bytes of all their rows then, without indexes */
export async function compressed({ sql }: Harness, lookupIds: readonly string[]): Promise<{ seconds: number; bytes: number }> {
  const ids = [...lookupIds];
  await sql`UPDATE lookups SET finished_at = finished_at - interval '2 hours' WHERE id = ANY (${ids})`;
  const began = performance.now();
  await new ResultsCompressor({ sql }).compressFinished();
  const seconds = (performance.now() - began) / 1_000;
  const [row] = await sql<{ bytes: number }[]>`
    SELECT ((SELECT sum(pg_column_size(l.*)) FROM lookups l WHERE id = ANY (${ids}))
      + (SELECT sum(pg_column_size(c.*)) FROM compressed_results c WHERE lookup_id = ANY (${ids}))
      + (SELECT coalesce(sum(pg_column_size(m.*)), 0) FROM lookup_modules m WHERE lookup_id = ANY (${ids}))
      + (SELECT coalesce(sum(pg_column_size(u.*)), 0) FROM usage_ledger u WHERE lookup_id = ANY (${ids})))::float8 AS bytes`;
  return { seconds, bytes: row?.bytes ?? 0 };
}
