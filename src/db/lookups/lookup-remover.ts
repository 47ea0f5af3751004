import type { TransactionSql } from 'postgres';
import type { LookupRemover } from '../../domain/lookup/lookup-ports.js';
import type { Sql } from '../client.js';
import { resultSourceOf } from '../../domain/lookup/lookup.js';
import { type CompressedOutcomes, decompressOutcomes } from './compressed-results.js';
import { LOOKUP_CHANNEL } from './watched-lookups.js';

/** Deletes lookups in Postgres. The lookup's row is locked first: a concurrent writer waits, and then finds no row. */
export class PostgresLookupRemover implements LookupRemover {
  readonly #sql: Sql;

  constructor(options: { sql: Sql }) {
    this.#sql = options.sql;
  }

  async remove(accountId: string, lookupId: string): Promise<boolean> {
    return this.#sql.begin(async (tx) => {
      const [row] = await tx`SELECT 1 FROM lookups WHERE id = ${lookupId} AND account_id = ${accountId} FOR UPDATE`;
      if (!row) return false;
      await removeOwnFacts(tx, accountId, [lookupId]);
      await removeLookups(tx, [lookupId]);
      await tx`SELECT pg_notify(${LOOKUP_CHANNEL}, ${lookupId})`;
      return true;
    });
  }
}

/**
 * Deletes lookups with everything that belongs to them, webhook events included. Bills are kept, and so is the outcome under an
 * Idempotency-Key: a repeated request must not be billed as a new one.
 *
 * @param tx has locked the rows of the lookups
 */
export async function removeLookups(tx: TransactionSql, lookupIds: readonly string[]): Promise<void> {
  const ids = [...lookupIds];
  // Cascades to the deliveries and their attempts. A delivery under way finds no row at its next step, and ends.
  await tx`DELETE FROM webhook_events WHERE dedup_key = ANY (${ids.map((id) => `lookup/${id}`)})`;
  await tx`DELETE FROM lookup_results WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM compressed_results WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM lookup_derived WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM lookup_modules WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM lookups WHERE id = ANY (${ids})`;
}

/**
 * Deletes the reusable facts that lookups of an account added: those with the time of their own probes. Facts that they reused
 * belong to the earlier lookup. Rows are locked in the order in which sweeps write facts, so that the two cannot deadlock.
 */
export async function removeOwnFacts(tx: TransactionSql, accountId: string, lookupIds: readonly string[]): Promise<void> {
  const ids = [...lookupIds];
  const compressed = JSON.stringify(await factsOfCompressed(tx, ids));
  await tx`
    DELETE FROM platform_facts WHERE ctid = ANY (ARRAY (
      SELECT f.ctid FROM platform_facts f JOIN (
        SELECT platform, egress, checked_at FROM lookup_results WHERE lookup_id = ANY (${ids}) AND source = 'sweep' AND NOT from_cache
        UNION
        SELECT platform, egress, checked_at FROM jsonb_to_recordset(${compressed}::jsonb) AS c (platform text, egress text, checked_at timestamptz)
        UNION
        SELECT platform, egress, checked_at FROM lookup_derived WHERE lookup_id = ANY (${ids}) AND NOT from_cache
      ) learnt USING (platform, egress, checked_at)
      WHERE f.account_id = ${accountId}
      ORDER BY f.platform, f.identity FOR UPDATE OF f))`;
}

/** Facts that compressed lookups added from their own probes. */
async function factsOfCompressed(tx: TransactionSql, ids: string[]) {
  const learnt: { platform: string; egress: string | null; checked_at: string }[] = [];
  for (const value of await tx<CompressedOutcomes[]>`SELECT head, body FROM compressed_results WHERE lookup_id = ANY (${ids})`) {
    for (const { platform, egress, checkedAt, method, fromCache } of await decompressOutcomes(value)) {
      if (resultSourceOf(method) === 'sweep' && !fromCache) learnt.push({ platform, egress, checked_at: checkedAt.toISOString() });
    }
  }
  return learnt;
}
