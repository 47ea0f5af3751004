/**
 * Changes are notified only of lookups that somebody follows. A caller waits for most from their acceptance on, as their delivery says;
 * of the others the first follower marks the row. Writers read the mark under the row's lock, so that whoever marked it and reads the
 * rows afterwards has missed nothing (docs/adr/0003-feed-by-notify.md).
 */
import type { TransactionSql } from 'postgres';
import type { Sql } from '../db/client.js';

/** Channel on which changes of lookups are notified; the payload is the lookup's id. */
export const LOOKUP_CHANNEL = 'lookup_feed';

/** What the statement that changes a lookup's row has to return with its `id`, for `notifyFollowers`. */
export function isFollowed(sql: Sql | TransactionSql) {
  return sql`(is_followed OR delivery NOT IN ('async', 'batch')) AS is_followed`;
}

/** A column of a query of such rows: has the followers of each notified at the commit. */
export function notifyFollowers(sql: Sql | TransactionSql) {
  return sql`CASE WHEN is_followed THEN pg_notify(${LOOKUP_CHANNEL}, id) END`;
}

/**
 * Has every later change of a lookup notified, until it is finished.
 *
 * @returns whether changes before may have been missed: the lookup was not followed from its acceptance on
 */
export async function markFollowed(sql: Sql, lookupId: string): Promise<boolean> {
  const { count } = await sql`UPDATE lookups SET is_followed = true WHERE id = ${lookupId} AND delivery IN ('async', 'batch')`;
  return count > 0;
}
