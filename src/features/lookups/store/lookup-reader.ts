import type { TransactionSql } from 'postgres';
import { type Lookup, shardBounds } from '../lookup.js';
import type { ProbeTarget } from '../../../engine/catalogue/rules/bands.js';
import type { LookupOwner } from '../../accounts/accounts.js';
import type { AcceptedLookup, HistoryEntry, OpenShard, SnapshotQuery, StalledLookupCursor, UnfinishedState } from '../lookup-ports.js';
import type { LookupChange } from '../lookup-snapshot.js';
import { openTarget } from '../sealed-plan.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import type { Sql } from '../../../kernel/db/client.js';
import { standing, standingLinks, withdrawnOf, type WithdrawnSpan } from './withdrawn-answers.js';
import { decompressOutcomes } from './compressed-results.js';
import {
  billedOf,
  derivedOf,
  handlesOf,
  linkedAccountsOf,
  lookupColumns,
  modulesOf,
  outcomesOf,
  ownedBy,
  ownWeightsOf,
  type ResultRows,
  toLinkedAccounts,
  toLookup,
  toModuleFacts,
  toOutcomes,
} from './lookup-rows.js';

interface SnapshotRow extends Lookup, ResultRows {
  seq: number;
  startedAfterMs: number | null;
  head: Buffer | null;
  body: Buffer | null;
  withdrawn: WithdrawnSpan[] | null;
}

/** Milliseconds in an `int`, 24 days: a lookup may have waited longer, and has to be read and finished all the same. */
const MAX_INT = 2_147_483_647;

/**
 * A lookup's row and everything that was added to it after a position in its feed, in one snapshot; null when there is no such lookup.
 *
 * @param sql the pool, or the transaction that the read has to be part of: transactions that take a second connection from the
 *   pool deadlock once as many of them run as the pool has connections
 */
export async function readSnapshot(
  sql: Sql | TransactionSql,
  lookupId: string,
  { owner, afterSeq = 0, withPlan = true, withEvidence = true }: SnapshotQuery = {},
): Promise<LookupChange | null> {
  const [row] = await sql<SnapshotRow[]>`
    SELECT ${lookupColumns(sql, withPlan ? 'all' : 'none')}, ${billedOf(sql)}, ${withdrawnOf(sql)}, ${handlesOf(sql)}, ${ownWeightsOf(sql)},
      l.feed_seq AS seq, c.head, c.body,
      least(extract(epoch FROM l.started_at - l.accepted_at) * 1000, ${MAX_INT})::int AS "startedAfterMs",
      (SELECT ${outcomesOf(sql, { withEvidence })} FROM lookup_results r WHERE r.lookup_id = l.id AND r.seq > ${afterSeq}) AS outcomes,
      (SELECT ${modulesOf(sql)} FROM lookup_modules m WHERE m.lookup_id = l.id AND m.seq > ${afterSeq}) AS modules,
      (SELECT ${derivedOf(sql)} FROM lookup_derived d WHERE d.lookup_id = l.id AND d.seq > ${afterSeq}) AS derived,
      (SELECT ${linkedAccountsOf(sql)} FROM linked_accounts d WHERE d.lookup_id = l.id AND d.seq > ${afterSeq}) AS "linkedAccounts"
    FROM lookups l LEFT JOIN compressed_results c ON c.lookup_id = l.id
    WHERE l.id = ${lookupId} ${owner ? sql`AND ${ownedBy(sql, owner)}` : sql``}`;
  if (!row) return null;
  const { seq, startedAfterMs, head, body, withdrawn } = row;
  const outcomes = body ? (await decompressOutcomes({ head, body })).filter((each) => each.seq > afterSeq) : toOutcomes(row.outcomes);
  const { modules, derived, linkedAccounts } = row;
  return {
    lookup: toLookup(row),
    seq,
    startedAfterMs,
    outcomes: standing(outcomes, withdrawn),
    modules: toModuleFacts(modules),
    derived: standing(toOutcomes(derived), withdrawn, 'username'),
    linkedAccounts: standingLinks(toLinkedAccounts(linkedAccounts), withdrawn),
  };
}

/** Conditions with literals, so that the planner finds the partial index of that state. */
const UNFINISHED = {
  accepted: (sql: Sql) => sql`state = 'accepted' AND mode <> 'batch'`,
  running: (sql: Sql) => sql`state = 'running'`,
} as const satisfies Record<UnfinishedState, unknown>;

/** Reads lookups and their results from Postgres. */
export class LookupReader {
  constructor(private readonly options: { sql: Sql }) {}

  async find(lookupId: string): Promise<Lookup | null> {
    const [row] = await this.options.sql<Lookup[]>`SELECT ${lookupColumns(this.options.sql)} FROM lookups l WHERE id = ${lookupId}`;
    return row ? toLookup(row) : null;
  }

  /** Also null for a lookup of somebody else. */
  async findOwned(owner: LookupOwner, lookupId: string): Promise<Lookup | null> {
    const { sql } = this.options;
    const [row] = await sql<Lookup[]>`
      SELECT ${lookupColumns(sql)}, ${billedOf(sql)}, ${withdrawnOf(sql)}, ${handlesOf(sql)} FROM lookups l
      WHERE id = ${lookupId} AND ${ownedBy(sql, owner)}`;
    return row ? toLookup(row) : null;
  }

  /**
   * A lookup's row and everything that was added after a position, in feed order: one snapshot, so that nothing can lie between the
   * two. Null when there is no such lookup.
   */
  async snapshot(lookupId: string, query: SnapshotQuery = {}): Promise<LookupChange | null> {
    return readSnapshot(this.options.sql, lookupId, query);
  }

  /** What is left to probe of one shard. Null when there is no such lookup, or it was not planned yet. */
  async openShard(lookupId: string, shard: number): Promise<OpenShard | null> {
    const [row] = await this.options.sql<(Lookup & { planned: number | null })[]>`
      SELECT ${lookupColumns(this.options.sql, 'none')}, jsonb_array_length(plan -> 'targets') AS planned
      FROM lookups l WHERE id = ${lookupId}`;
    if (!row || row.planned === null) return null;
    const [from, to] = shardBounds(row.planned, shard);
    const open = await this.options.sql<{ target: ProbeTarget }[]>`
      SELECT t.target FROM lookups l,
        jsonb_path_query(l.plan, '$.targets[$from to $last]', jsonb_build_object('from', ${from}::int, 'last', ${to - 1}::int)) AS t(target)
      WHERE l.id = ${lookupId} AND l.state <> 'finished' AND ${from}::int < ${to}::int AND NOT EXISTS (
        SELECT 1 FROM lookup_results r WHERE r.lookup_id = l.id AND r.source = 'sweep' AND r.platform = t.target ->> 'platform')`;
    return { lookup: toLookup(row), targets: open.map(({ target }) => openTarget(target)) };
  }

  /** Most recent first; total order by (acceptedAt, id). An IP alone, checked or looked up, has no query type, and is left out. */
  async history(owner: LookupOwner, { limit, offset }: { limit: number; offset: number }): Promise<HistoryEntry[]> {
    // The page is located in the index alone; only its own rows are read.
    const { sql } = this.options;
    return sql<HistoryEntry[]>`
      SELECT l.id, l.query, l.query_type AS "queryType", l.platforms_checked AS "platformsChecked", l.matches,
             l.social_matches AS "socialMatches", l.accepted_at AS "acceptedAt"
      FROM lookups l JOIN (
        SELECT id FROM lookups l WHERE ${ownedBy(sql, owner)} AND query_type IS NOT NULL
        ORDER BY accepted_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) shown USING (id)
      ORDER BY l.accepted_at DESC, l.id DESC`;
  }

  /**
   * Lookups of a state that were accepted more than `olderThanSeconds` ago, oldest first; those after the cursor, if there is one. Those
   * of state `accepted` are without batches.
   */
  async unfinished(state: UnfinishedState, olderThanSeconds: number, { limit, after }: KeysetPage<StalledLookupCursor>) {
    const sql = this.options.sql;
    return sql<(AcceptedLookup & { acceptedAt: Date })[]>`
      SELECT id, account_id AS "accountId", mode, kind, query_type AS "queryType", band, accepted_at AS "acceptedAt"
      FROM lookups
      WHERE ${UNFINISHED[state](sql)} AND accepted_at < now() - make_interval(secs => ${olderThanSeconds})
        AND coalesce(restart_at <= now(), true)
        ${after ? sql`AND (accepted_at, id) > (${after.acceptedAt}::timestamptz, ${after.id})` : sql``}
      ORDER BY accepted_at, id LIMIT ${limit}`;
  }

  /** Lookups of a mode that are to be started or running, by account; those of test keys take nothing of anybody. */
  async underWay(mode: 'async' | 'instant'): Promise<{ readonly accountId: string; readonly count: number }[]> {
    const sql = this.options.sql;
    return sql`
      SELECT account_id AS "accountId", count(*)::int AS count FROM (
        SELECT account_id FROM lookups WHERE ${UNFINISHED.running(sql)} AND mode = ${mode} AND NOT is_test
        UNION ALL SELECT account_id FROM lookups WHERE ${UNFINISHED.accepted(sql)} AND mode = ${mode} AND NOT is_test) under_way
      GROUP BY account_id`;
  }
}
