/**
 * Denials that were taken back: a control read "no" for an account that exists, so that what the platform denied since its last positive
 * answer may be its silent limit. Nothing is rewritten; whoever reads a "no" leaves those out.
 */
import type { TransactionSql } from 'postgres';
import type { VerdictEvidence } from '../../../engine/evaluation/verdict.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import { kindOf, type PersonRef } from '../../../kernel/identity/subjects.js';
import type { CheckOutcome } from '../lookup.js';

/** How long before its lookup an answer may have been given: a "no" is reused for a day. */
const REUSED = '24 hours';

/** A span of `withdrawn_denials`, as a JSON aggregate gives it: its times are text. */
export interface WithdrawnSpan {
  readonly egress: string;
  readonly platform: string;
  readonly queryType: QueryType;
  readonly since: string;
  readonly until: string;
}

type Answer = Pick<CheckOutcome, 'platform' | 'state' | 'reason' | 'egress' | 'checkedAt' | 'evidence'> & { readonly subject: PersonRef };

/** Why such a "no" is omitted. */
export const WITHDRAWN = { reason: 'unconfirmed', because: 'withdrawn: the platform denied an account that exists' } as const;

/** That the "no" of a row was taken back. @param row alias of a row with the columns of `lookup_results` */
export function isWithdrawn(sql: Sql | TransactionSql, row: string) {
  const r = sql(row);
  return sql`(${r}.state = 'not_registered' AND EXISTS (
    SELECT FROM withdrawn_denials w
    WHERE w.egress = ${r}.egress AND w.platform = ${r}.platform AND w.query_type = split_part(${r}.subject, '#', 1)
      AND ${r}.checked_at >= w.since AND ${r}.checked_at < w.until))`;
}

/** The spans that may concern a lookup, which the statement calls `l`, as the column `withdrawn`; null: none. */
export function withdrawnOf(sql: Sql | TransactionSql) {
  return sql`(
    SELECT json_agg(json_build_object('egress', w.egress, 'platform', w.platform, 'queryType', w.query_type, 'since', w.since, 'until', w.until))
    FROM withdrawn_denials w
    WHERE w.until > l.accepted_at - ${REUSED}::interval AND w.since < coalesce(l.finished_at, now())) AS withdrawn`;
}

/**
 * Outcomes as they stand today: a "no" that was taken back is an omission.
 *
 * @param spans of `withdrawnOf`
 * @param queryType of the rules that were asked; default: that of each outcome's subject
 */
export function standing<Outcome extends Answer>(
  outcomes: readonly Outcome[],
  spans: readonly WithdrawnSpan[] | null,
  queryType?: QueryType,
): readonly Outcome[] {
  if (spans === null) return outcomes;
  const isIn = ({ platform, subject, egress, checkedAt }: Answer, span: WithdrawnSpan): boolean =>
    span.platform === platform &&
    span.egress === egress &&
    span.queryType === (queryType ?? kindOf(subject)) &&
    checkedAt >= new Date(span.since) &&
    checkedAt < new Date(span.until);
  return outcomes.map((each) =>
    each.state === 'not_registered' && spans.some((span) => isIn(each, span)) ? { ...each, ...omitted(each.evidence) } : each,
  );
}

const omitted = (evidence: VerdictEvidence | null) => ({
  state: 'inconclusive' as const,
  reason: WITHDRAWN.reason,
  evidence: evidence && { ...evidence, explanation: `${evidence.explanation}; ${WITHDRAWN.because}` },
});
