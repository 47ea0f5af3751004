/**
 * Changes are notified only for watched lookups. Most are watched by their caller from acceptance on, as their mode shows; the first
 * watcher of any other marks the row. Writers read the mark under the row's lock, so that a watcher that marks it and reads the rows
 * afterwards misses nothing (docs/adr/0003-feed-by-notify.md).
 */
import type { TransactionSql } from 'postgres';
import type { Sql } from '../client.js';

/** Channel on which changes of lookups are notified; the payload is the lookup's id. */
export const LOOKUP_CHANNEL = 'lookup_feed';

/** The column that a statement that changes a lookup's row has to return with its `id`, for `notifyWatchers`. */
export function isWatched(sql: Sql | TransactionSql) {
  return sql`(is_watched OR mode NOT IN ('async', 'batch')) AS is_watched`;
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
  const { count } = await sql`UPDATE lookups SET is_watched = true WHERE id = ${lookupId} AND mode IN ('async', 'batch')`;
  return count > 0;
}
