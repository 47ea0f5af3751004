import { and, asc, desc, eq, getTableColumns, isNotNull, lt, sql } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import { type Lookup, type LookupState, type RecordedOutcome, shardBounds, type ProbeTarget } from '../../domain/lookup/lookup.js';
import type {
  HistoryEntry,
  LookupChangeSet,
  StalledLookupCursor,
  LookupReader,
  ModuleFact,
  OpenShard,
  StalledLookups,
  UnfinishedState,
} from '../../domain/lookup/lookup-ports.js';
import type { KeysetPage } from '../../domain/lookup/keyset-page.js';
import type { Database, Sql } from '../client.js';
import { lookups } from '../schema/index.js';
import { decompressOutcomes } from './compressed-results.js';
import { type Undated, withDates } from './dated-rows.js';

function toLookup(row: typeof lookups.$inferSelect): Lookup {
  const {
    feedSeq: _seq,
    isFollowed: _followed,
    isCompressed: _compressed,
    platformsChecked: _checked,
    matches: _matches,
    socialMatches: _social,
    startedAt: _started,
    ...lookup
  } = row;
  return lookup;
}

interface ChangesRow {
  state: LookupState;
  planned: number | null;
  wanted: number | null;
  startedAfterMs: number | null;
  outcomes: Undated<RecordedOutcome>[] | null;
  head: Buffer | null;
  body: Buffer | null;
  modules: Undated<ModuleFact>[] | null;
}

/** Milliseconds in an `int`, 24 days: a lookup may have waited longer, and has to be read and finished all the same. */
const MAX_INT = 2_147_483_647;

/**
 * Everything that was added to a lookup after a position in its feed, in one snapshot; null when there is no such lookup.
 *
 * @param sql the pool, or the transaction that the read has to be part of: transactions that take a second connection from the
 *   pool deadlock once as many of them run as the pool has connections
 */
export async function readChanges(sql: Sql | TransactionSql, lookupId: string, afterSeq: number): Promise<LookupChangeSet | null> {
  const [row] = await sql<ChangesRow[]>`
    SELECT l.state, jsonb_array_length(l.plan -> 'targets') AS planned, (l.plan ->> 'wanted')::int AS wanted,
      least(extract(epoch FROM l.started_at - l.accepted_at) * 1000, ${MAX_INT})::int AS "startedAfterMs",
      (SELECT json_agg(json_build_object(
          'seq', r.seq, 'platform', r.platform, 'subject', r.subject, 'state', r.state, 'doubt', r.doubt, 'method', r.method,
          'mailboxProvider', r.mailbox_provider, 'checkedAt', r.checked_at, 'fromCache', r.from_cache, 'egress', r.egress,
          'evidence', r.evidence)
          ORDER BY r.seq, r.platform COLLATE "C", r.subject, r.origin)
       FROM lookup_results r WHERE r.lookup_id = l.id AND r.seq > ${afterSeq}) AS outcomes,
      c.head, c.body,
      (SELECT json_agg(json_build_object('seq', m.seq, 'module', m.module, 'subject', m.subject, 'payload', m.payload,
          'evidence', coalesce(m.evidence, '{"notes": []}'), 'checkedAt', m.checked_at)
          ORDER BY m.seq, m.module, m.subject)
       FROM lookup_modules m WHERE m.lookup_id = l.id AND m.seq > ${afterSeq}) AS modules
    FROM lookups l LEFT JOIN compressed_results c ON c.lookup_id = l.id WHERE l.id = ${lookupId}`;
  if (!row) return null;
  const { outcomes: rows, head, body, modules, ...lookup } = row;
  const outcomes = body ? (await decompressOutcomes({ head, body })).filter(({ seq }) => seq > afterSeq) : withDates<RecordedOutcome>(rows);
  return { ...lookup, outcomes, modules: withDates(modules) };
}

/** Reads lookups and their results from Postgres. */
export class PostgresLookupReader implements LookupReader, StalledLookups {
  readonly #db: Database;
  readonly #sql: Sql;

  constructor(options: { db: Database; sql: Sql }) {
    this.#db = options.db;
    this.#sql = options.sql;
  }

  async find(lookupId: string): Promise<Lookup | null> {
    const [row] = await this.#db.select().from(lookups).where(eq(lookups.id, lookupId));
    return row ? toLookup(row) : null;
  }

  async openShard(lookupId: string, shard: number): Promise<OpenShard | null> {
    const { plan: _plan, ...columns } = getTableColumns(lookups);
    const planned = sql<number | null>`jsonb_array_length(${lookups.plan} -> 'targets')`;
    const [row] = await this.#db
      .select({ ...columns, planned })
      .from(lookups)
      .where(eq(lookups.id, lookupId));
    if (!row || row.planned === null) return null;
    const { planned: count, ...lookup } = row;
    const [from, to] = shardBounds(count, shard);
    const open = await this.#sql<{ target: ProbeTarget }[]>`
      SELECT t.target FROM lookups l,
        jsonb_path_query(l.plan, '$.targets[$from to $last]', jsonb_build_object('from', ${from}::int, 'last', ${to - 1}::int)) AS t(target)
      WHERE l.id = ${lookupId} AND l.state <> 'finished' AND ${from}::int < ${to}::int AND NOT EXISTS (
        SELECT 1 FROM lookup_results r WHERE r.lookup_id = l.id AND r.origin = 'sweep' AND r.platform = t.target ->> 'platform')`;
    return { lookup: toLookup({ ...lookup, plan: null }), targets: open.map(({ target }) => target) };
  }

  async findOwned(accountId: string, lookupId: string): Promise<Lookup | null> {
    const [row] = await this.#db
      .select()
      .from(lookups)
      .where(and(eq(lookups.id, lookupId), eq(lookups.accountId, accountId)));
    return row ? toLookup(row) : null;
  }

  async changes(lookupId: string, afterSeq = 0): Promise<LookupChangeSet | null> {
    return readChanges(this.#sql, lookupId, afterSeq);
  }

  async history(accountId: string, page: { limit: number; offset: number }): Promise<HistoryEntry[]> {
    // The page is located in the index alone; only its own rows are read.
    const shown = this.#db
      .select({ id: lookups.id })
      .from(lookups)
      .where(and(eq(lookups.accountId, accountId), sql`${lookups.kind} = 'lookup'`, isNotNull(lookups.queryType)))
      .orderBy(desc(lookups.acceptedAt), desc(lookups.id))
      .limit(page.limit)
      .offset(page.offset)
      .as('shown');
    const rows = await this.#db
      .select({
        id: lookups.id,
        query: lookups.query,
        queryType: lookups.queryType,
        platformsChecked: lookups.platformsChecked,
        matches: lookups.matches,
        socialMatches: lookups.socialMatches,
        acceptedAt: lookups.acceptedAt,
      })
      .from(lookups)
      .innerJoin(shown, eq(shown.id, lookups.id))
      .orderBy(desc(lookups.acceptedAt), desc(lookups.id));
    return rows.flatMap(({ queryType, ...row }) => (queryType ? [{ ...row, queryType }] : []));
  }

  async unfinished(state: UnfinishedState, olderThanSeconds: number, { limit, after }: KeysetPage<StalledLookupCursor>) {
    return this.#db
      .select({
        id: lookups.id,
        accountId: lookups.accountId,
        delivery: lookups.delivery,
        kind: lookups.kind,
        queryType: lookups.queryType,
        band: lookups.band,
        acceptedAt: lookups.acceptedAt,
      })
      .from(lookups)
      .where(
        and(
          // Literals, so that the planner finds the partial index of that state.
          state === 'accepted' ? sql`${lookups.state} = 'accepted' AND ${lookups.delivery} <> 'batch'` : sql`${lookups.state} = 'running'`,
          lt(lookups.acceptedAt, sql`now() - make_interval(secs => ${olderThanSeconds})`),
          after ? sql`(${lookups.acceptedAt}, ${lookups.id}) > (${after.acceptedAt}::timestamptz, ${after.id})` : undefined,
        ),
      )
      .orderBy(asc(lookups.acceptedAt), asc(lookups.id))
      .limit(limit);
  }
}
