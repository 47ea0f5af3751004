/** What a stretch of work takes of each part: processor, statements, write-ahead log, bytes, sockets, actions of Temporal. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
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
  /** Bytes. */
  readonly wal: number;
  readonly stored: number;
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
  const [row] = await sql<{ calls: number; xacts: number; wal: number; stored: number; connections: number }[]>`
    SELECT (SELECT coalesce(sum(calls), 0)::float8 FROM pg_stat_statements(false)) AS calls, xact_commit::float8 AS xacts,
      pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 AS wal, pg_database_size(datname)::float8 AS stored,
      numbackends AS connections
    FROM pg_stat_database WHERE datname = current_database()`;
  const { total } = (await (await fetch(`${control}/requests?log=0`)).json()) as { total: number };
  return { at: performance.now(), cpu, total, ...(row as NonNullable<typeof row>) };
}

/** Measures what is used while `work` runs and until every lookup of it has finished. */
export async function usageOf(harness: Harness, work: () => Promise<unknown>): Promise<Usage> {
  const workers = [harness.pids.worker, ...harness.pids.moreWorkers];
  let sockets = 0;
  const sampling = setInterval(() => (sockets = Math.max(sockets, ...workers.map(socketsOf))), SAMPLE_MS);
  try {
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
      wal: after.wal - before.wal,
      stored: after.stored - before.stored,
      requests: after.total - before.total,
      sockets,
      connections: after.connections,
    };
  } finally {
    clearInterval(sampling);
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
