import type { TransactionSql } from 'postgres';
import type { Band } from '../../../engine/catalogue/rules/bands.js';
import type { Sql } from '../../../kernel/db/client.js';
import { groupBy } from '../../../kernel/values/group-by.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import type { LookupOwner } from '../../accounts/accounts.js';
import { ownedBy } from '../../lookups/store/lookup-rows.js';
import { type Batch, type BatchCounts, type BatchItem, ITEM_STATUSES, type ItemStatus } from '../batch.js';

/** Position in the list of batches. */
export interface BatchCursor {
  readonly createdAt: Date;
  readonly id: string;
}

type Client = Sql | TransactionSql;

/** The status of an item that the statement calls `i`, whose lookup it calls `l`: started ones are running until that is finished. */
const statusOf = (sql: Client) =>
  sql`CASE WHEN i.state <> 'started' THEN i.state WHEN l.state = 'finished' THEN 'finished' WHEN l.id IS NULL THEN 'deleted' ELSE 'running' END`;

/** How many items of each of these batches have each status, in one statement: a request has one connection. @returns a batch's counts */
export async function countItems(sql: Client, batchIds: readonly string[]): Promise<(batchId: string) => BatchCounts> {
  if (batchIds.length === 0) return () => sumOf({}, {});
  const rows = await sql<{ batchId: string; status: keyof BatchCounts; count: number }[]>`
    SELECT i.batch_id AS "batchId", ${statusOf(sql)} AS status, count(*)::int AS count
    FROM batch_items i LEFT JOIN lookups l ON l.id = i.lookup_id WHERE i.batch_id = ANY (${[...batchIds]}) GROUP BY 1, 2`;
  const ofBatch = groupBy(rows, ({ batchId }) => batchId);
  return (batchId) => sumOf(Object.fromEntries((ofBatch.get(batchId) ?? []).map(({ status, count }) => [status, count])), {});
}

const sumOf = (some: Partial<BatchCounts>, others: Partial<BatchCounts>): BatchCounts =>
  Object.fromEntries(ITEM_STATUSES.map((status) => [status, (some[status] ?? 0) + (others[status] ?? 0)])) as unknown as BatchCounts;

/** Reads batches and their items. */
export class BatchReader {
  constructor(private readonly options: { sql: Sql }) {}

  /** Null also for a batch of somebody else, and for one that is still being stored. */
  async find(owner: LookupOwner, batchId: string): Promise<Batch | null> {
    const [row] = await this.#rows(owner, this.options.sql`AND b.id = ${batchId}`);
    return row ?? null;
  }

  /** Newest first; batches that are made meanwhile come before every page that is still to be read. */
  async page(owner: LookupOwner, { after, limit }: KeysetPage<BatchCursor>): Promise<Batch[]> {
    const { sql } = this.options;
    const behind = after ? sql`AND (b.created_at, b.id) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})` : sql``;
    return this.#rows(owner, sql`${behind} ORDER BY b.created_at DESC, b.id DESC LIMIT ${limit}`);
  }

  /**
   * Items after a position, in their order.
   *
   * @param owner sees of a lookup that is not theirs only its status
   * @param page.status items that have it; absent: all
   */
  async items(
    owner: LookupOwner,
    batchId: string,
    { after, limit, status }: KeysetPage<number> & { status?: ItemStatus | undefined },
  ): Promise<BatchItem[]> {
    const { sql } = this.options;
    // Its own row holds whom an item names until its lookup does.
    const named = (row: ReturnType<Sql>) =>
      sql`jsonb_build_object('query', ${row}.query, 'queryType', ${row}.query_type, 'subjects', ${row}.subjects, 'rawIdentities', ${row}.raw_identities)`;
    // Of lookups that ended before their rows had these columns, nothing is said.
    const found = sql`CASE WHEN l.state = 'finished' AND l.omitted IS NOT NULL AND ${ownedBy(sql, owner)} THEN jsonb_build_object(
      'platformsChecked', l.platforms_checked, 'omitted', l.omitted, 'matches', l.matches, 'socialMatches', l.social_matches, 'hits', l.hits,
      'risk', jsonb_build_object('score', l.risk_score, 'level', l.risk_level)) END`;
    return sql<BatchItem[]>`
      SELECT i.position, i.ref, ${statusOf(sql)} AS status, l.id AS "lookupId", i.fault,
        CASE WHEN i.state = 'waiting' THEN ${named(sql`i`)} WHEN ${ownedBy(sql, owner)} THEN ${named(sql`l`)} END AS named, ${found} AS found
      FROM batch_items i LEFT JOIN lookups l ON l.id = i.lookup_id
      WHERE i.batch_id = ${batchId} AND i.position > ${after ?? -1} ${status === undefined ? sql`` : sql`AND ${statusOf(sql)} = ${status}`}
      ORDER BY i.position LIMIT ${limit}`;
  }

  /** Seconds that an item took in batches of a band that finished within the last week, test keys' left out; null: there was none. */
  async secondsPerItem(band: Band): Promise<number | null> {
    const [row] = await this.options.sql<{ seconds: number | null }[]>`
      SELECT sum(extract(epoch FROM finished_at - started_at))::float8 / sum(item_count) AS seconds FROM (
        SELECT finished_at, started_at, item_count FROM batches
        WHERE band = ${band} AND state = 'finished' AND started_at IS NOT NULL AND NOT is_test AND finished_at > now() - interval '7 days'
        ORDER BY finished_at DESC LIMIT 20) newest`;
    return row?.seconds ?? null;
  }

  async #rows(owner: LookupOwner, conditions: ReturnType<Sql>): Promise<Batch[]> {
    const { sql } = this.options;
    const rows = await sql<(Omit<Batch, 'counts'> & { counts: Partial<BatchCounts> | null })[]>`
      SELECT b.id, b.account_id AS "accountId", b.api_key_id AS "apiKeyId", b.band, b.state, b.paused_because AS "pausedBecause",
        b.is_whole AS "isWhole", b.purpose, b.noise, b.item_count AS items, b.counts, b.created_at AS "createdAt", b.started_at AS "startedAt",
        b.finished_at AS "finishedAt"
      FROM batches b WHERE ${ownedBy(sql, owner, sql`b`)} AND b.state <> 'storing' ${conditions}`;
    const changing = rows.filter(({ state, counts }) => state !== 'finished' || !counts).map(({ id }) => id);
    const left = await countItems(sql, changing);
    return rows.map(({ counts, ...row }) => ({ ...row, counts: sumOf(left(row.id), counts ?? {}) }));
  }
}
