/** Metrics of the service as a whole, and of what a process has of it, read at each scrape. Labels are names of ours: nothing personal. */
import { LRUCache } from 'lru-cache';
import { Histogram, type Registry } from 'prom-client';
import { LOOKUP_KINDS } from '../features/lookups/lookup.js';
import type { FinishedLookup } from '../features/lookups/store/finish-listeners.js';
import type { LookupFeed } from '../features/lookups/store/lookup-feed.js';
import type { TaskQueueBacklog } from '../features/operators/reports.js';
import { readQueues, type StateContext } from '../features/operators/use-cases/state.js';
import type { Sql } from '../kernel/db/client.js';
import { inBackground } from '../kernel/db/pools.js';
import { readGauge } from '../kernel/http/metrics.js';
import { QUERY_TYPES } from '../kernel/identity/identity.js';
import { withTimeout } from '../kernel/net/deadline.js';
import type { Stores } from './stores.js';

/** Shorter than a scrape waits. */
const TIMEOUT_MS = 3_000;

/** What waits, and who is quarantined: every API shows the same of these. And how late this one hears of changes. */
export function serviceMetrics(registry: Registry, ctx: StateContext & Pick<Stores, 'statuses'> & { feed: LookupFeed }): void {
  const { statuses, feed } = ctx;
  const cache = new LRUCache<'queues', Awaited<ReturnType<typeof readQueues>>>({
    max: 1,
    ttl: 1_000,
    fetchMethod: () =>
      withTimeout(readQueues(ctx), TIMEOUT_MS, () => {
        throw new Error('what waits cannot be read in time');
      }),
  });
  const queues = (metric: string, help: string, value: (queue: TaskQueueBacklog) => number) =>
    readGauge(registry, [metric, help, 'queue', 'kind'], async (set) => {
      for (const each of (await cache.forceFetch('queues')).taskQueues) set({ queue: each.queue, kind: each.kind }, value(each));
    });
  queues('footprint_task_queue_tasks', 'Tasks that wait in a task queue of Temporal, approximately', ({ count }) => count);
  queues('footprint_task_queue_oldest_seconds', 'For how long the oldest of them has waited', ({ oldestSeconds }) => oldestSeconds);
  queues('footprint_task_queue_pollers', 'Workers that took tasks from it lately', ({ pollers }) => pollers);
  readGauge(registry, ['footprint_outbox_rows', 'Rows whose work nobody has taken yet', 'kind'], async (set) => {
    for (const { kind, count } of (await cache.forceFetch('queues')).backlog) set({ kind }, count);
  });
  readGauge(registry, ['footprint_outbox_oldest_seconds', 'For how long the oldest of them has waited', 'kind'], async (set) => {
    for (const { kind, oldestAt } of (await cache.forceFetch('queues')).backlog)
      set({ kind }, oldestAt ? Math.max(0, Date.now() - oldestAt.getTime()) / 1_000 : 0);
  });
  readGauge(registry, ['footprint_quarantined_platforms', 'Platforms that failed their control', 'query_type'], async (set) => {
    const now = new Date();
    const quarantined = [...(await statuses.current())].filter(([, { quarantinedUntil }]) => quarantinedUntil && quarantinedUntil > now);
    for (const type of QUERY_TYPES) set({ query_type: type }, quarantined.filter(([key]) => key.endsWith(`:${type}`)).length);
  });
  readGauge(registry, ['footprint_feed_lag_seconds', 'How late this process hears of changes of lookups'], (set) =>
    set({}, feed.lagMs / 1_000),
  );
}

/** How long a statement waits for a connection and its answer now. @param pools those of the process: a worker has two */
export function databaseMetrics(registry: Registry, sql: Sql, pools: readonly ('foreground' | 'background')[]): void {
  const help = 'How long a statement that reads nothing takes, with the wait for a connection';
  readGauge(registry, ['footprint_database_wait_seconds', help, 'pool'], async (set) => {
    const measure = async (pool: (typeof pools)[number]): Promise<void> => {
      const startedAt = performance.now();
      const statement = pool === 'background' ? inBackground(() => sql`SELECT 1`) : sql`SELECT 1`;
      await withTimeout(statement, TIMEOUT_MS, () => undefined);
      set({ pool }, (performance.now() - startedAt) / 1_000);
    };
    await Promise.allSettled(pools.map(measure));
  });
}

/** @returns counts a lookup that this process finished, by the time from its acceptance */
export function lookupMetrics(registry: Registry): (finished: Pick<FinishedLookup, 'kind' | 'ms'>) => void {
  const seconds = new Histogram({
    name: 'footprint_lookup_seconds',
    help: 'Time from the acceptance of a lookup to its finish, by kind',
    labelNames: ['kind'],
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600],
    registers: [registry],
  });
  for (const kind of LOOKUP_KINDS) seconds.zero({ kind });
  return ({ kind, ms }) => seconds.observe({ kind }, ms / 1_000);
}
