import type { Sql } from '../db/client.js';
import { moduleGroup, type ChangeCursor, type ChangePage, type LookupChanges, type LookupHead, type PageRequest } from '../domain/lookup-changes.js';
import type { LookupRequest, LookupState, RecordedOutcome } from '../domain/lookup.js';
import type { ModuleFact } from '../domain/lookup-ports.js';

type Undated<T> = Omit<T, 'checkedAt'> & { checkedAt: string };

interface PageRow {
  state: LookupState;
  planned: number | null;
  hasMore: boolean;
  outcomes: Undated<RecordedOutcome>[] | null;
  earlier: Undated<RecordedOutcome>[] | null;
  modules: Undated<ModuleFact>[] | null;
}

function withDates<T>(rows: readonly Undated<T>[] | null): T[] {
  return (rows ?? []).map((row) => ({ ...row, checkedAt: new Date(row.checkedAt) }) as T);
}

/** Reads a lookup's rows in pages. Groups are compared byte by byte, as JavaScript compares slugs, whatever the database's collation is. */
export class PostgresLookupChanges implements LookupChanges {
  readonly #sql: Sql;

  constructor(options: { sql: Sql }) {
    this.#sql = options.sql;
  }

  async head(accountId: string, lookupId: string): Promise<LookupHead | null> {
    const [row] = await this.#sql<(LookupRequest & { planned: number | null })[]>`
      SELECT kind, band, delivery, query, query_type AS "queryType", subjects, sent, checks, platforms, fresh,
        jsonb_array_length(plan -> 'targets') AS planned
      FROM lookups WHERE id = ${lookupId} AND account_id = ${accountId}`;
    if (!row) return null;
    const { planned, ...request } = row;
    return { request, planned };
  }

  async page(lookupId: string, { from: { seq, group }, inclusive, limit }: PageRequest): Promise<ChangePage | null> {
    const sql = this.#sql;
    const isOnPage = inclusive ? sql`>=` : sql`>`;
    const isEarlier = inclusive ? sql`<` : sql`<=`;
    const [row] = await sql<PageRow[]>`
      WITH page AS MATERIALIZED (
        SELECT r.* FROM lookup_results r
        WHERE r.lookup_id = ${lookupId} AND r.seq >= ${seq} AND (r.seq, r.platform COLLATE "C") ${isOnPage} (${seq}, ${group})
        ORDER BY r.seq, r.platform COLLATE "C" FETCH FIRST ${limit} ROWS WITH TIES
      ), cut AS (
        SELECT max(seq) AS seq, (SELECT max(platform COLLATE "C") FROM page WHERE seq = (SELECT max(seq) FROM page)) AS platform
        FROM page HAVING count(*) >= ${limit}
      )
      SELECT l.state, jsonb_array_length(l.plan -> 'targets') AS planned, EXISTS (SELECT FROM cut) AS "hasMore",
        (SELECT ${outcomesOf(sql)} FROM page r) AS outcomes,
        (SELECT ${outcomesOf(sql)} FROM lookup_results r
         WHERE r.lookup_id = l.id AND r.seq <= ${seq} AND (r.seq, r.platform COLLATE "C") ${isEarlier} (${seq}, ${group})
           AND r.platform IN (SELECT platform FROM page)) AS earlier,
        (SELECT json_agg(json_build_object('seq', m.seq, 'module', m.module, 'subject', m.subject, 'payload', m.payload,
            'evidence', coalesce(m.evidence, '{"notes": []}'), 'checkedAt', m.checked_at) ORDER BY m.seq, m.module, m.subject)
         FROM lookup_modules m
         WHERE m.lookup_id = l.id AND m.seq >= ${seq} AND (m.seq, '~' || m.module COLLATE "C") ${isOnPage} (${seq}, ${group})
           AND NOT EXISTS (SELECT FROM cut WHERE (m.seq, '~' || m.module COLLATE "C") > (cut.seq, cut.platform))) AS modules
      FROM lookups l WHERE l.id = ${lookupId}`;
    if (!row) return null;
    const { state, planned, hasMore } = row;
    const rows = { outcomes: withDates(row.outcomes), earlier: withDates(row.earlier), modules: withDates(row.modules) };
    return { state, planned, hasMore, ...rows, end: lastOf(rows) ?? { seq, group } };
  }

  async platformsBefore(lookupId: string, { seq, group }: ChangeCursor): Promise<number> {
    const [row] = await this.#sql<{ platforms: number }[]>`
      SELECT count(DISTINCT platform)::int AS platforms FROM lookup_results
      WHERE lookup_id = ${lookupId} AND seq <= ${seq} AND (seq, platform COLLATE "C") < (${seq}, ${group})`;
    return row?.platforms ?? 0;
  }
}

/** Outcomes of rows that the statement calls `r`. */
function outcomesOf(sql: Sql) {
  return sql`json_agg(json_build_object(
    'seq', r.seq, 'platform', r.platform, 'subject', r.subject, 'state', r.state, 'doubt', r.doubt, 'method', r.method,
    'mailboxProvider', r.mailbox_provider, 'checkedAt', r.checked_at, 'fromCache', r.from_cache, 'egress', r.egress, 'evidence', NULL)
    ORDER BY r.seq, r.platform COLLATE "C", r.subject, r.origin)`;
}

/** The greater of the last outcome's group and the last module's. */
function lastOf({ outcomes, modules }: Pick<ChangePage, 'outcomes' | 'modules'>): ChangeCursor | null {
  const outcome = outcomes.at(-1);
  const fact = modules.at(-1);
  if (!fact || (outcome && outcome.seq > fact.seq)) return outcome ? { seq: outcome.seq, group: outcome.platform } : null;
  return { seq: fact.seq, group: moduleGroup(fact) };
}
