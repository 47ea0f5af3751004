import type { OmissionCursor, OmissionPages, OmittedCheck } from '../domain/omission-pages.js';
import type { PageFrom } from '../domain/page-from.js';
import type { Doubt } from '../domain/verdict.js';
import type { Sql } from '../db/client.js';

/** Stands for the feed's number of checks that were given up: they become known with the finish, after all others. */
const GIVEN_UP_SEQ = 2_147_483_647;

type Row = Omit<OmittedCheck & OmissionCursor, 'checkedAt'> & { checkedAt: string | null };

/**
 * Omissions in feed order, which is the order of commits: what a running lookup adds comes after every page that was read, so
 * none is skipped or listed twice. They are the ones that the v2 body counts (`countOmissions`).
 */
export class PostgresOmissionPages implements OmissionPages {
  readonly #sql: Sql;

  constructor(options: { sql: Sql }) {
    this.#sql = options.sql;
  }

  async page(lookupId: string, { limit, after, reason }: PageFrom<OmissionCursor> & { readonly reason?: Doubt | undefined }) {
    const sql = this.#sql;
    const rows = await sql<Row[]>`
      SELECT seq, platform, subject, doubt, checked_at AS "checkedAt" FROM (
        SELECT r.seq, r.platform, r.subject, coalesce(r.doubt, 'interrupted') AS doubt, r.checked_at
        FROM lookup_results r
        WHERE r.lookup_id = ${lookupId} AND r.origin = 'sweep' AND r.state = 'inconclusive' AND NOT EXISTS (
          -- A mailbox or a breach may answer what the platform did not.
          SELECT 1 FROM lookup_results o
          WHERE o.lookup_id = r.lookup_id AND o.platform = r.platform AND o.subject = r.subject AND o.state <> 'inconclusive')
        UNION ALL
        SELECT ${GIVEN_UP_SEQ}::int, t.target ->> 'platform', s.subject, 'interrupted', NULL
        FROM lookups l, jsonb_array_elements(l.plan -> 'targets') AS t(target), jsonb_array_elements_text(t.target -> 'subjects') AS s(subject)
        WHERE l.id = ${lookupId} AND l.state = 'finished' AND NOT EXISTS (
          SELECT 1 FROM lookup_results o WHERE o.lookup_id = l.id AND o.platform = t.target ->> 'platform' AND o.subject = s.subject)
      ) omitted
      WHERE true ${reason === undefined ? sql`` : sql`AND doubt = ${reason}`}
        ${after ? sql`AND (seq, platform, subject) > (${after.seq}::int, ${after.platform}, ${after.subject})` : sql``}
      ORDER BY seq, platform, subject LIMIT ${limit}`;
    return rows.map((row) => ({ ...row, checkedAt: row.checkedAt === null ? null : new Date(row.checkedAt) }));
  }
}
