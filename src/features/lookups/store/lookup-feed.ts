/**
 * Changes are notified only for watched lookups. Some are watched by their caller from acceptance on, as their mode shows; the first
 * watcher of any other marks the row. Of a lookup that is waited for (`wait`), the end alone is notified: nobody gets its progress before.
 * Writers read the mark under the row's lock, so that a watcher that marks it and reads the rows afterwards misses nothing
 * (docs/adr/0003-feed-by-notify.md).
 */
import type { TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { openListener, type Listener } from '../../../kernel/db/listener.js';

/** Channel on which changes of lookups are notified; the payload is the lookup's id. */
export const LOOKUP_CHANNEL = 'lookup_feed';

/**
 * The column that a statement that changes a lookup's row has to return with its `id`, for `notifyWatchers`.
 *
 * @param change what the statement changes: results are added, or the lookup ends
 */
export function isWatched(sql: Sql | TransactionSql, change: 'progress' | 'end') {
  const unwatched = change === 'end' ? sql`('async', 'batch')` : sql`('async', 'batch', 'wait')`;
  return sql`(is_watched OR mode NOT IN ${unwatched}) AS is_watched`;
}

/** A column of a query on such rows that notifies the watchers of each at the commit. */
export function notifyWatchers(sql: Sql | TransactionSql) {
  return sql`CASE WHEN is_watched THEN pg_notify(${LOOKUP_CHANNEL}, id) END`;
}

/**
 * Enables notifications of every later change of a lookup, until it is finished.
 *
 * @returns whether earlier changes may have been missed: the lookup was not watched from its acceptance on
 */
export async function markWatched(sql: Sql, lookupId: string): Promise<boolean> {
  const { count } = await sql`UPDATE lookups SET is_watched = true WHERE id = ${lookupId} AND mode IN ('async', 'batch', 'wait')`;
  return count > 0;
}

/** Interval in milliseconds; a connection that the network dropped silently is detected within twice this time. */
const HEARTBEAT_MS = 5_000;

/**
 * One LISTEN connection per process wakes the subscribers of a lookup. After a reconnection all subscribers are woken, because
 * notifications may have been missed meanwhile: the rows are read again and no change is lost.
 */
export class LookupFeed {
  readonly #subscribers = new Map<string, Set<() => void>>();
  /** Lookups that this process marked, while they have subscribers. */
  readonly #marked = new Set<string>();
  #sql: Sql | undefined;
  #listener: Listener | undefined;

  /** Starts listening, on `sessions`; resolves when the first LISTEN is active. A connection that is lost or falls silent is replaced. */
  async start(sql: Sql, { sessions = sql, heartbeatMs = HEARTBEAT_MS }: { sessions?: Sql; heartbeatMs?: number } = {}): Promise<void> {
    this.#sql = sql;
    this.#listener = await openListener(sessions, {
      channel: LOOKUP_CHANNEL,
      heartbeatMs,
      onNotify: (lookupId) => this.#wake(this.#subscribers.get(lookupId)),
      onListening: () => {
        for (const subscribers of this.#subscribers.values()) this.#wake(subscribers);
      },
    });
  }

  /**
   * Calls `wake` after every change of the lookup's rows, and after every reconnection.
   *
   * @param options.sinceAcceptance the lookup's mode implies notifications from acceptance on; for any other they are switched on first,
   *   which calls `wake` once more
   * @returns ends the subscription
   */
  subscribe(lookupId: string, wake: () => void, { sinceAcceptance = false }: { sinceAcceptance?: boolean } = {}): () => void {
    const subscribers = this.#subscribers.get(lookupId) ?? new Set();
    this.#subscribers.set(lookupId, subscribers.add(wake));
    if (!sinceAcceptance) this.#mark(lookupId);
    return () => {
      subscribers.delete(wake);
      if (subscribers.size > 0) return;
      this.#subscribers.delete(lookupId);
      this.#marked.delete(lookupId);
    };
  }

  /** How many lookups have subscribers. */
  get size(): number {
    return this.#subscribers.size;
  }

  /** How late notifications arrive, in milliseconds. */
  get lagMs(): number {
    return this.#listener?.lagMs() ?? 0;
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  /** One statement for all subscribers of a lookup. When it fails they depend on their slow poll. */
  #mark(lookupId: string): void {
    if (!this.#sql || this.#marked.has(lookupId)) return;
    this.#marked.add(lookupId);
    markWatched(this.#sql, lookupId).then(
      (mayHaveMissed) => mayHaveMissed && this.#wake(this.#subscribers.get(lookupId)),
      () => this.#marked.delete(lookupId),
    );
  }

  #wake(subscribers: Iterable<() => void> | undefined): void {
    for (const wake of [...(subscribers ?? [])]) wake();
  }
}
