import type { Sql } from '../client.js';
import { removeOwnFacts, removeLookups } from './lookup-remover.js';

/** Lookups read per page. */
const PAGE = 100;
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
  readonly results: number;
}

/** At most `limit` accounts with a retention period and an id after `afterId`, ordered by id. */
export async function expiringAccounts(sql: Sql, afterId: string, limit: number): Promise<ExpiringAccount[]> {
  return sql<ExpiringAccount[]>`
    SELECT id, retention_days AS "retentionDays" FROM accounts
    WHERE retention_days IS NOT NULL AND id > ${afterId} ORDER BY id LIMIT ${limit}`;
}

/**
 * Deletes an account's finished lookups that are older than its retention period. An unfinished one is still owed: it is deleted
 * after it has finished. Each transaction is as short as one deep lookup's.
 *
 * @param onChunk is called between transactions, and ends the run by throwing
 * @returns lookups deleted
 */
export async function removeExpiredLookups(sql: Sql, { id, retentionDays }: ExpiringAccount, onChunk: () => void): Promise<number> {
  for (let removed = 0; ; ) {
    const page = await sql<ExpiredLookup[]>`
      SELECT l.id, coalesce(c.outcome_count, (SELECT count(*)::int FROM (SELECT FROM lookup_results r WHERE r.lookup_id = l.id LIMIT ${MAX_RESULTS}) r)) AS results
      FROM lookups l LEFT JOIN compressed_results c ON c.lookup_id = l.id
      WHERE l.account_id = ${id} AND l.state = 'finished' AND l.accepted_at < now() - make_interval(days => ${retentionDays})
      ORDER BY l.accepted_at, l.id LIMIT ${PAGE}`;
    for (const group of groupsOf(page)) {
      onChunk();
      await sql.begin(async (tx) => {
        const rows = await tx<{ id: string }[]>`SELECT id FROM lookups WHERE id = ANY (${group}) ORDER BY id FOR UPDATE`;
        const ids = rows.map((row) => row.id);
        if (retentionDays < FACT_DAYS) await removeOwnFacts(tx, id, ids);
        await removeLookups(tx, ids);
        removed += ids.length;
      });
    }
    if (page.length < PAGE) return removed;
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
