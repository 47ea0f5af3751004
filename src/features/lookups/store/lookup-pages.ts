import type { KeysetPage } from '../../../kernel/values/pages.js';
import {
  type ListedLookup,
  type LookupCursor,
  type LookupFilter,
  type LookupTotal,
  MAX_COUNTED,
  compareOmissions,
  GIVEN_UP_SEQ,
  omissionsOf,
  type OmissionCursor,
  type OmittedCheck,
} from '../pages.js';
import { openTarget } from '../sealed-plan.js';
import type { LookupOwner } from '../../accounts/accounts.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { ProbeTarget } from '../../../engine/catalogue/rules/bands.js';
import type { InconclusiveReason } from '../../../engine/evaluation/verdict.js';
import type { CompressedResults } from './compressed-results.js';
import { isWithdrawn, standing, WITHDRAWN_REASON, withdrawnOf, type WithdrawnSpan } from './withdrawn-answers.js';
import { holdsIdentity, ownedBy } from './lookup-rows.js';

/**
 * Keyset pages, not numbered ones: lookups that are accepted meanwhile sort before every page that is still to be read, so no
 * lookup is skipped or shown twice.
 */
export class LookupPages {
  constructor(private readonly options: { sql: Sql }) {}

  /** @param page.after the last lookup of the page before; null for the first page */
  async page(
    owner: LookupOwner,
    { after, limit, filter = {} }: KeysetPage<LookupCursor> & { readonly filter?: LookupFilter | undefined },
  ): Promise<ListedLookup[]> {
    const sql = this.options.sql;
    return sql<ListedLookup[]>`
      ${this.#named(owner, filter)}
      SELECT id, api_key_id AS "apiKeyId", is_test AS "isTest", kind, state, query, query_type AS "queryType", subjects, raw_identities AS "rawIdentities", suppressed, purpose,
        accepted_at AS "acceptedAt", finished_at AS "finishedAt", platforms_checked AS "platformsChecked", matches,
        social_matches AS "socialMatches", risk_score AS "riskScore", risk_level AS "riskLevel", risk_model AS "riskModel"
      FROM lookups l
      WHERE ${this.#meets(owner, filter)}
        ${after ? sql`AND (accepted_at, id) < (${after.acceptedAt.toISOString()}::timestamptz, ${after.id})` : sql``}
      ORDER BY accepted_at DESC, id DESC LIMIT ${limit}`;
  }

  /** How many lookups meet a filter, up to a limit. */
  async count(owner: LookupOwner, filter: LookupFilter = {}): Promise<LookupTotal> {
    const sql = this.options.sql;
    const [row] = await sql<{ count: number }[]>`
      ${this.#named(owner, filter)}
      SELECT count(*)::int AS count FROM (SELECT 1 FROM lookups l WHERE ${this.#meets(owner, filter)} LIMIT ${MAX_COUNTED + 1}) met`;
    const count = row?.count ?? 0;
    return { count: Math.min(count, MAX_COUNTED), complete: count <= MAX_COUNTED };
  }

  /**
   * Without identities the row comparison of a page is one range of the index `lookups_pages`. With them their lookups are located first:
   * the planner, which knows little of them, would otherwise read the account's history until it has enough.
   */
  #named({ accountId }: LookupOwner, { identities = [] }: LookupFilter) {
    const sql = this.options.sql;
    if (identities.length === 0) return sql``;
    return sql`WITH lookups AS MATERIALIZED (SELECT * FROM lookups WHERE ${holdsAll(sql, accountId, identities)})`;
  }

  #meets(owner: LookupOwner, { kind, isFinished, apiKeyId, from, before }: LookupFilter) {
    const sql = this.options.sql;
    return sql`${ownedBy(sql, owner)}
        ${kind === undefined ? sql`` : sql`AND kind = ${kind}`}
        ${isFinished === undefined ? sql`` : isFinished ? sql`AND state = 'finished'` : sql`AND ${UNFINISHED(sql)}`}
        ${apiKeyId === undefined ? sql`` : sql`AND api_key_id = ${apiKeyId}`}
        ${from ? sql`AND accepted_at >= ${from.toISOString()}::timestamptz` : sql``}
        ${before ? sql`AND accepted_at < ${before.toISOString()}::timestamptz` : sql``}`;
  }
}

/** The predicates of the partial indexes of unfinished lookups, of which there are few among many finished ones. */
const UNFINISHED = (sql: Sql) =>
  sql`(state = 'running' OR (state = 'accepted' AND mode <> 'batch') OR (state = 'accepted' AND mode = 'batch'))`;

/** That a lookup of the account holds every one of the identities. */
function holdsAll(sql: Sql, account: string, identities: NonNullable<LookupFilter['identities']>) {
  const accountId = sql`${account}::text`;
  return identities.reduce(
    (all, { kind, value }) => sql`${all} AND (${holdsIdentity(sql, { accountId, kind: sql`${kind}::text`, value: sql`${value}::text` })})`,
    sql`true`,
  );
}

type Omission = OmittedCheck & OmissionCursor;
/** Without a platform: the row of a lookup that has nothing to list. */
type Row = (Omission | { platform: null }) & { compressed: ProbeTarget[] | null; withdrawn: WithdrawnSpan[] | null };
type OmissionPage = KeysetPage<OmissionCursor> & { readonly reason?: InconclusiveReason | undefined };

/**
 * Omissions in feed order, which is the order of commits: what a running lookup adds comes after every page that was read, so
 * none is skipped or listed twice. They are the ones that the v2 body counts (`countOmissions`).
 */
export class OmissionPages {
  constructor(private readonly options: { sql: Sql; compressed: CompressedResults }) {}

  /** @param page.reason of this reason only */
  async page(lookupId: string, page: OmissionPage): Promise<Omission[]> {
    const { limit, after, reason } = page;
    const sql = this.options.sql;
    const rows = await sql<Row[]>`
      SELECT CASE WHEN l.is_compressed THEN coalesce(l.plan -> 'targets', '[]') END AS compressed, ${withdrawnOf(sql)}, omitted.*
      FROM lookups l LEFT JOIN LATERAL (SELECT * FROM (
        SELECT r.seq, r.platform COLLATE "C" AS platform, r.subject COLLATE "C" AS subject,
          CASE WHEN ${isWithdrawn(sql, 'r')} THEN ${WITHDRAWN_REASON}::text ELSE coalesce(r.reason, 'interrupted') END AS reason, r.checked_at AS "checkedAt"
        FROM lookup_results r
        WHERE r.lookup_id = l.id AND r.source = 'sweep' AND (r.state = 'inconclusive' OR ${isWithdrawn(sql, 'r')}) AND NOT EXISTS (
          -- A mailbox or a breach may answer what the platform did not.
          SELECT 1 FROM lookup_results o
          WHERE o.lookup_id = r.lookup_id AND o.platform = r.platform AND o.subject = r.subject AND o.state <> 'inconclusive'
            AND NOT ${isWithdrawn(sql, 'o')})
        UNION ALL
        SELECT ${GIVEN_UP_SEQ}::int, t.target ->> 'platform', s.subject, 'interrupted', NULL
        FROM jsonb_array_elements(l.plan -> 'targets') AS t(target), jsonb_array_elements_text((t.target -> 'subjects') || coalesce(t.target -> 'unasked', '[]')) AS s(subject)
        WHERE l.state = 'finished' AND NOT l.is_compressed AND NOT EXISTS (
          SELECT 1 FROM lookup_results o WHERE o.lookup_id = l.id AND o.platform = t.target ->> 'platform' AND o.subject = s.subject)
      ) each
      WHERE true ${reason === undefined ? sql`` : sql`AND reason = ${reason}`}
        ${after ? sql`AND (seq, platform, subject) > (${after.seq}::int, ${after.platform}, ${after.subject})` : sql``}
      ORDER BY seq, platform, subject LIMIT ${limit}) omitted ON true
      WHERE l.id = ${lookupId} ORDER BY seq, platform, subject`;
    const [first] = rows;
    if (first?.compressed) {
      const outcomes = (await this.options.compressed.read(lookupId)) ?? [];
      return pageOf(omissionsOf(standing(outcomes, first.withdrawn), first.compressed.map(openTarget)), page);
    }
    return rows.flatMap(({ compressed: _, withdrawn: __, ...row }) => (row.platform === null ? [] : [row]));
  }
}

function pageOf(omissions: readonly Omission[], { limit, after, reason }: OmissionPage): Omission[] {
  return omissions
    .filter((each) => (reason === undefined || each.reason === reason) && (!after || compareOmissions(each, after) > 0))
    .slice(0, limit);
}
