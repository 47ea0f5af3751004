import type { Fragment, TransactionSql } from 'postgres';
import type { Sql } from '../../../kernel/db/client.js';
import { eachApart } from '../../../kernel/db/each-apart.js';
import { transaction } from '../../../kernel/db/transaction.js';
import type { LookupOwner } from '../../accounts/accounts.js';
import { resultSourceOf } from '../lookup.js';
import { type CompressedOutcomes, decompressOutcomes } from './compressed-results.js';
import { deleteLookupEvents } from '../../webhooks/store/event-bodies.js';
import { LOOKUP_CHANNEL } from './lookup-feed.js';
import { ownedBy } from './lookup-rows.js';

/** Deletes lookups in Postgres. The lookup's row is locked first: a concurrent writer waits, and then finds no row. */
export class LookupRemover {
  constructor(private readonly options: { sql: Sql }) {}

  /**
   * Deletes a lookup in any state with its results, facts, the account's reusable facts from it, and its webhook event with deliveries
   * and attempts. Bills stay. Activities of it that still run find nothing to write to and end.
   *
   * @returns false when the owner has no such lookup
   */
  async remove(owner: LookupOwner, lookupId: string): Promise<boolean> {
    return transaction(this.options.sql, async (tx) => {
      const [row] = await tx`SELECT 1 FROM lookups l WHERE id = ${lookupId} AND ${ownedBy(tx, owner)} FOR UPDATE`;
      if (!row) return false;
      await removeOwnFacts(tx, owner.accountId, [lookupId]);
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
  // A delivery under way finds no row at its next step, and ends.
  await deleteLookupEvents(tx, ids);
  await tx`DELETE FROM lookup_results WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM compressed_results WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM lookup_derived WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM linked_accounts WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM lookup_modules WHERE lookup_id = ANY (${ids})`;
  // An item of a batch keeps its place, without the name that the client gave it.
  await tx`UPDATE batch_items SET state = 'deleted', ref = NULL, lookup_id = NULL WHERE lookup_id = ANY (${ids})`;
  await tx`DELETE FROM lookups WHERE id = ANY (${ids})`;
}

/**
 * Deletes the reusable facts that lookups of an account added: those with the time of their own probes. Facts that they reused
 * belong to the earlier lookup.
 *
 * @returns facts deleted
 */
export async function removeOwnFacts(tx: TransactionSql, accountId: string, lookupIds: readonly string[]): Promise<number> {
  const learnt = await factsOfCompressed(tx, [...lookupIds]);
  const { count } = await tx`DELETE FROM platform_facts WHERE ctid = ANY (ARRAY (${ownFacts(tx, accountId, lookupIds, learnt)}))`;
  return count;
}

/** How many `removeOwnFacts` would delete. */
export async function countOwnFacts(tx: TransactionSql, accountId: string, lookupIds: readonly string[]): Promise<number> {
  const learnt = await factsOfCompressed(tx, [...lookupIds]);
  const [row] = await tx<{ facts: number }[]>`SELECT count(*)::int AS facts FROM (${ownFacts(tx, accountId, lookupIds, learnt)}) own`;
  return row?.facts ?? 0;
}

/** Their rows, locked in the order in which sweeps write facts, so that the two cannot deadlock. */
function ownFacts(tx: TransactionSql, accountId: string, lookupIds: readonly string[], learnt: readonly LearntFact[]) {
  const ids = [...lookupIds];
  const compressed = JSON.stringify(learnt);
  return tx`
    SELECT f.ctid FROM platform_facts f JOIN (
      SELECT platform, egress, checked_at FROM lookup_results WHERE lookup_id = ANY (${ids}) AND source = 'sweep' AND NOT from_cache
      UNION
      SELECT platform, egress, checked_at FROM jsonb_to_recordset(${compressed}::jsonb) AS c (platform text, egress text, checked_at timestamptz)
      UNION
      SELECT platform, egress, checked_at FROM lookup_derived WHERE lookup_id = ANY (${ids}) AND NOT from_cache
    ) learnt USING (platform, egress, checked_at)
    WHERE f.account_id = ${accountId}
    ORDER BY f.platform, f.identity FOR UPDATE OF f`;
}

interface LearntFact {
  readonly platform: string;
  readonly egress: string | null;
  readonly checked_at: string;
}

/** Facts that compressed lookups added from their own probes. A value that cannot be read names none; it is deleted with its lookup. */
async function factsOfCompressed(tx: TransactionSql, ids: string[]): Promise<LearntFact[]> {
  const learnt: LearntFact[] = [];
  for (const value of await tx<CompressedOutcomes[]>`SELECT head, body FROM compressed_results WHERE lookup_id = ANY (${ids})`) {
    for (const { platform, egress, checkedAt, method, fromCache } of await decompressOutcomes(value).catch(() => [])) {
      if (resultSourceOf(method) === 'sweep' && !fromCache) learnt.push({ platform, egress, checked_at: checkedAt.toISOString() });
    }
  }
  return learnt;
}

/** Lookups read per page. */
const BATCH_ROWS = 100;
/** Results deleted in one transaction; a lookup with more is deleted alone. */
const MAX_RESULTS = 5_000;
/** Facts are deleted at this age anyway. */
const FACT_DAYS = 7;

/** An account with a retention period, in days. */
export interface ExpiringAccount {
  readonly id: string;
  readonly retentionDays: number;
}

interface ExpiredLookup {
  readonly id: string;
  readonly acceptedAt: Date;
  readonly results: number;
}

/** At most `limit` accounts with a retention period and an id after `afterId`, ordered by id. */
export async function expiringAccounts(sql: Sql, afterId: string, limit: number): Promise<ExpiringAccount[]> {
  return sql<ExpiringAccount[]>`
    SELECT id, retention_days AS "retentionDays" FROM accounts
    WHERE retention_days IS NOT NULL AND id > ${afterId} ORDER BY id LIMIT ${limit}`;
}

/** Deletes an account's finished lookups that are older than its retention period. @see removeFinished */
export function removeExpiredLookups(sql: Sql, { id, retentionDays }: ExpiringAccount, onChunk: () => void): Promise<number> {
  const isDue = sql`l.account_id = ${id} AND l.accepted_at < now() - make_interval(days => ${retentionDays})`;
  return removeFinished(sql, { isDue, factsOf: retentionDays < FACT_DAYS ? id : null }, onChunk);
}

/** Deletes finished lookups of test keys a day after their acceptance. docs/contract.md, 21.6. @see removeFinished */
export const removeTestLookups = (sql: Sql, onChunk: () => void): Promise<number> =>
  removeFinished(sql, { isDue: sql`l.is_test AND l.accepted_at < now() - interval '1 day'`, factsOf: null }, onChunk);

/**
 * Deletes finished lookups that are due. An unfinished one is still owed: it is deleted after it has finished. Each transaction is as short
 * as one deep lookup's. A lookup that is locked, or cannot be deleted, is left to the next run.
 *
 * @param due.factsOf the account whose reusable facts of them are deleted as well; null: they are kept
 * @param onChunk is called between transactions, and ends the run by throwing
 * @returns lookups deleted
 * @throws the first fault, when all others are deleted
 */
async function removeFinished(
  sql: Sql,
  { isDue, factsOf }: { readonly isDue: Fragment; readonly factsOf: string | null },
  onChunk: () => void,
): Promise<number> {
  const faults: unknown[] = [];
  const remove = (groups: readonly string[][]): Promise<number> =>
    eachApart(sql, groups, {
      async work(tx, _, group) {
        onChunk();
        const rows = await tx<{ id: string }[]>`SELECT id FROM lookups WHERE id = ANY (${group}) ORDER BY id FOR UPDATE SKIP LOCKED`;
        const ids = rows.map((row) => row.id);
        if (factsOf !== null) await removeOwnFacts(tx, factsOf, ids);
        await removeLookups(tx, ids);
        return ids.length;
      },
      async onFault(group, fault) {
        onChunk();
        if (group.length > 1) removed += await remove(group.map((id) => [id]));
        else faults.push(fault);
      },
    });
  let removed = 0;
  for (let after: ExpiredLookup | undefined; ; ) {
    const page: ExpiredLookup[] = await sql<ExpiredLookup[]>`
      SELECT l.id, l.accepted_at AS "acceptedAt",
        coalesce(c.outcome_count, (SELECT count(*)::int FROM (SELECT FROM lookup_results r WHERE r.lookup_id = l.id LIMIT ${MAX_RESULTS}) r)) AS results
      FROM lookups l LEFT JOIN compressed_results c ON c.lookup_id = l.id
      WHERE ${isDue} AND l.state = 'finished'
        ${after ? sql`AND (l.accepted_at, l.id) > (${after.acceptedAt.toISOString()}::timestamptz, ${after.id})` : sql``}
      ORDER BY l.accepted_at, l.id LIMIT ${BATCH_ROWS}`;
    removed += await remove(groupsOf(page));
    after = page.at(-1);
    if (page.length === BATCH_ROWS) continue;
    if (faults.length > 0) throw faults[0];
    return removed;
  }
}

/** Groups ids so that a group has no more results than one transaction deletes, unless it is a single lookup. */
function groupsOf(page: readonly ExpiredLookup[]): string[][] {
  const groups: string[][] = [];
  let results = Number.POSITIVE_INFINITY;
  for (const lookup of page) {
    if (results + lookup.results > MAX_RESULTS) {
      groups.push([]);
      results = 0;
    }
    groups.at(-1)?.push(lookup.id);
    results += lookup.results;
  }
  return groups;
}
