/**
 * Denials that were taken back: a control read "no" for an account that exists, so that what the platform denied since its last positive
 * answer may be its silent limit. Nothing is rewritten; whoever reads a "no" leaves those out.
 */
import type { TransactionSql } from 'postgres';
import type { VerdictEvidence } from '../../../engine/evaluation/verdict.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import { kindOf } from '../../../kernel/identity/subjects.js';
import type { CheckOutcome } from '../lookup.js';

/** How long before its lookup an answer may have been given: a "no" is reused for a day. */
const REUSED = '24 hours';

interface Span {
  readonly egress: string;
  readonly platform: string;
  readonly queryType: string;
  readonly since: Date;
  readonly until: Date;
}

type Answer = Pick<CheckOutcome, 'platform' | 'subject' | 'state' | 'reason' | 'egress' | 'checkedAt' | 'evidence'>;

/** Why such a "no" is omitted. */
export const WITHDRAWN = { reason: 'unconfirmed', because: 'taken back: the platform denied an account that exists' } as const;

/**
 * That a row's "no" was taken back.
 *
 * @param row alias of a row with the columns of `lookup_results`
 * @param queryType of the rule that was asked; default: that of the row's subject
 */
export function isWithdrawn(sql: Sql | TransactionSql, row: string, queryType?: QueryType) {
  const r = sql(row);
  return sql`(${r}.state = 'not_registered' AND EXISTS (
    SELECT FROM withdrawn_denials w
    WHERE w.egress = ${r}.egress AND w.platform = ${r}.platform
      AND w.query_type = ${queryType === undefined ? sql`split_part(${r}.subject, '#', 1)` : sql`${queryType}`}
      AND ${r}.checked_at >= w.since AND ${r}.checked_at < w.until))`;
}

/** How many spans may concern a lookup, which the statement calls `l`. */
export function withdrawalsOf(sql: Sql | TransactionSql) {
  return sql`(SELECT count(*)::int FROM withdrawn_denials w WHERE ${concerns(sql)}) AS withdrawals`;
}

/** Outcomes that are stored as one value, with those omitted that were taken back since. */
export async function withoutWithdrawn<Outcome extends Answer>(
  sql: Sql | TransactionSql,
  lookupId: string,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const spans = await sql<Span[]>`
    SELECT w.egress, w.platform, w.query_type AS "queryType", w.since, w.until FROM lookups l, withdrawn_denials w
    WHERE l.id = ${lookupId} AND ${concerns(sql)}`;
  if (spans.length === 0) return outcomes;
  const isIn = ({ platform, subject, egress, checkedAt }: Answer, span: Span): boolean =>
    span.platform === platform &&
    span.egress === egress &&
    span.queryType === kindOf(subject) &&
    checkedAt >= span.since &&
    checkedAt < span.until;
  return outcomes.map((each) =>
    each.state === 'not_registered' && spans.some((span) => isIn(each, span)) ? { ...each, ...omitted(each.evidence) } : each,
  );
}

const omitted = (evidence: VerdictEvidence | null) => ({
  state: 'inconclusive' as const,
  reason: WITHDRAWN.reason,
  evidence: evidence && { ...evidence, explanation: `${evidence.explanation}; ${WITHDRAWN.because}` },
});

const concerns = (sql: Sql | TransactionSql) =>
  sql`w.until > l.accepted_at - ${REUSED}::interval AND w.since < coalesce(l.finished_at, now())`;
