import type { Sql } from '../../../kernel/db/client.js';
import {
  compareCursors,
  cursorOf,
  endOf,
  type ChangeCursor,
  type ChangePage,
  type LookupHead,
  type PageRequest,
} from '../lookup-changes.js';
import type { Lookup, LookupRequest } from '../lookup.js';
import type { LookupOwner } from '../../accounts/accounts.js';
import type { CompressedResults } from './compressed-results.js';
import { standing, standingLinks, withdrawnOf, type WithdrawnSpan } from './withdrawn-answers.js';
import {
  derivedOf,
  linkedAccountsOf,
  lookupColumns,
  modulesOf,
  outcomesOf,
  ownedBy,
  ownWeightsOf,
  requestColumns,
  type ResultRows,
  toLinkedAccounts,
  toLookup,
  toModuleFacts,
  toOutcomes,
  toRequest,
} from './lookup-rows.js';

interface PageRow extends Lookup, ResultRows {
  isCompressed: boolean;
  head: Buffer | null;
  planned: number | null;
  hasMore: boolean;
  earlier: ResultRows['outcomes'];
  withdrawn: WithdrawnSpan[] | null;
}

/** Reads a lookup's rows in pages. Groups are compared byte by byte, as JavaScript compares slugs, whatever the database's collation is. */
export class LookupChanges {
  constructor(private readonly options: { sql: Sql; compressed: CompressedResults }) {}

  /** Also null for a lookup of another account. */
  async head(owner: LookupOwner, lookupId: string): Promise<LookupHead | null> {
    const { sql } = this.options;
    const [row] = await sql<(LookupRequest & { planned: number | null })[]>`
      SELECT ${requestColumns(sql)}, jsonb_array_length(l.plan -> 'targets') AS planned
      FROM lookups l WHERE l.id = ${lookupId} AND ${ownedBy(sql, owner)}`;
    return row ? { request: toRequest(row), planned: row.planned } : null;
  }

  /** Null when there is no such lookup. */
  async page(lookupId: string, request: PageRequest): Promise<ChangePage | null> {
    const {
      from: { seq, group },
      inclusive,
      limit,
    } = request;
    const sql = this.options.sql;
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
      SELECT ${lookupColumns(sql, 'instant')}, ${withdrawnOf(sql)}, ${ownWeightsOf(sql)}, l.is_compressed AS "isCompressed", (SELECT head FROM compressed_results WHERE lookup_id = l.id),
        jsonb_array_length(l.plan -> 'targets') AS planned, EXISTS (SELECT FROM cut) AS "hasMore",
        (SELECT ${outcomesOf(sql, { withEvidence: false })} FROM page r) AS outcomes,
        (SELECT ${outcomesOf(sql, { withEvidence: false })} FROM lookup_results r
         WHERE r.lookup_id = l.id AND r.seq <= ${seq} AND (r.seq, r.platform COLLATE "C") ${isEarlier} (${seq}, ${group})
           AND r.platform IN (SELECT platform FROM page)) AS earlier,
        (SELECT ${modulesOf(sql)}
         FROM lookup_modules m
         WHERE m.lookup_id = l.id AND m.seq >= ${seq} AND (m.seq, '~' || m.module COLLATE "C") ${isOnPage} (${seq}, ${group})
           AND NOT EXISTS (SELECT FROM cut WHERE (m.seq, '~' || m.module COLLATE "C") > (cut.seq, cut.platform))) AS modules,
        CASE WHEN l.band = 'instant' THEN (SELECT ${derivedOf(sql)} FROM lookup_derived d WHERE d.lookup_id = l.id) END AS derived,
        CASE WHEN l.band = 'instant' THEN (SELECT ${linkedAccountsOf(sql)} FROM linked_accounts d WHERE d.lookup_id = l.id) END AS "linkedAccounts"
      FROM lookups l WHERE l.id = ${lookupId}`;
    if (!row) return null;
    const { planned, hasMore, withdrawn } = row;
    const known = {
      lookup: toLookup(row),
      planned,
      derived: standing(toOutcomes(row.derived), withdrawn, 'username'),
      linkedAccounts: standingLinks(toLinkedAccounts(row.linkedAccounts), withdrawn),
    };
    if (row.isCompressed) {
      const page = await this.options.compressed.page(lookupId, { head: row.head, modules: toModuleFacts(row.modules) }, request);
      return page && { ...known, ...page, outcomes: standing(page.outcomes, withdrawn), earlier: standing(page.earlier, withdrawn) };
    }
    const rows = {
      outcomes: standing(toOutcomes(row.outcomes), withdrawn),
      earlier: standing(toOutcomes(row.earlier), withdrawn),
      modules: toModuleFacts(row.modules),
    };
    return { ...known, hasMore, ...rows, end: endOf(rows) ?? { seq, group } };
  }

  /** How many platforms have an outcome before that position. */
  async platformsBefore(lookupId: string, position: ChangeCursor): Promise<number> {
    const { seq, group } = position;
    const [row] = await this.options.sql<{ isCompressed: boolean; platforms: number }[]>`
      SELECT is_compressed AS "isCompressed", (
        SELECT count(DISTINCT platform)::int FROM lookup_results
        WHERE lookup_id = l.id AND seq <= ${seq} AND (seq, platform COLLATE "C") < (${seq}, ${group})) AS platforms
      FROM lookups l WHERE id = ${lookupId}`;
    if (!row?.isCompressed) return row?.platforms ?? 0;
    const outcomes = (await this.options.compressed.read(lookupId)) ?? [];
    return new Set(outcomes.filter((outcome) => compareCursors(cursorOf(outcome), position) < 0).map(({ platform }) => platform)).size;
  }
}
