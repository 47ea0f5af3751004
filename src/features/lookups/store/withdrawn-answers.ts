/**
 * Answers that were taken back: a control read "no" for an account that exists, so that what the platform denied since its last "yes" may
 * be its silent limit; or "yes" for one that cannot, so that what it confirmed since its last "no" may be everybody. Nothing is rewritten;
 * whoever reads an answer leaves those out.
 */
import type { TransactionSql } from 'postgres';
import type { Conclusive, VerdictEvidence } from '../../../engine/evaluation/verdict.js';
import type { Sql } from '../../../kernel/db/client.js';
import type { QueryType } from '../../../kernel/identity/identity.js';
import { kindOf, type PersonRef } from '../../../kernel/identity/subjects.js';
import { FACT_DAYS } from '../fact-lifetime.js';
import type { CheckOutcome } from '../lookup.js';

/** How long before its lookup an answer may have been given: as long as the longest is reused. */
const REUSED_DAYS = Math.max(...Object.values(FACT_DAYS));

/** A span of `withdrawn_denials`, as a JSON aggregate gives it: its times are text. */
export interface WithdrawnSpan {
  readonly egress: string;
  readonly platform: string;
  readonly queryType: QueryType;
  readonly since: string;
  readonly until: string;
  readonly states: readonly Conclusive['state'][];
}

type Answer = Pick<CheckOutcome, 'platform' | 'state' | 'reason' | 'egress' | 'checkedAt' | 'evidence'> & { readonly subject: PersonRef };

/** Why such an answer is omitted. */
export const WITHDRAWN_REASON = 'unconfirmed';
const BECAUSE: Readonly<Record<Conclusive['state'], string>> = {
  not_registered: 'withdrawn: the platform denied an account that exists',
  registered: 'withdrawn: the platform confirmed an account that cannot exist',
};

/** That the answer of a row was taken back. @param row alias of a row with the columns of `lookup_results` */
export function isWithdrawn(sql: Sql | TransactionSql, row: string) {
  const r = sql(row);
  return sql`(${r}.state <> 'inconclusive' AND EXISTS (
    SELECT FROM withdrawn_denials w
    WHERE w.egress = ${r}.egress AND w.platform = ${r}.platform AND w.query_type = split_part(${r}.subject, '#', 1)
      AND ${r}.state = ANY (w.states) AND ${r}.checked_at >= w.since AND ${r}.checked_at < w.until))`;
}

/**
 * The spans that may concern a lookup, which the statement calls `l`, as the column `withdrawn`, always in the same order; null: none. Of
 * those of test keys nothing is asked, so that none does.
 */
export function withdrawnOf(sql: Sql | TransactionSql) {
  return sql`(
    SELECT json_agg(json_build_object(
      'egress', w.egress, 'platform', w.platform, 'queryType', w.query_type, 'since', w.since, 'until', w.until, 'states', w.states)
      ORDER BY w.egress, w.platform, w.query_type, w.since)
    FROM withdrawn_denials w
    WHERE NOT l.is_test AND w.until > l.accepted_at - make_interval(days => ${REUSED_DAYS}::int) AND w.since < coalesce(l.finished_at, now())) AS withdrawn`;
}

/**
 * Outcomes as they stand today: an answer that was taken back is an omission.
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
  return outcomes.map((each) => {
    const { state, egress } = each;
    if (state === 'inconclusive') return each;
    const isIn = spans.some((span) => span.egress === egress && covers(span, state, each, queryType));
    return isIn ? { ...each, ...omitted(state, each.evidence) } : each;
  });
}

/** Linked accounts as they stand today: one that an account showed which was taken back is left out. @param spans of `withdrawnOf` */
export function standingLinks<Link extends { readonly source: string; readonly subject: PersonRef; readonly checkedAt: Date }>(
  links: readonly Link[],
  spans: readonly WithdrawnSpan[] | null,
): readonly Link[] {
  return links.filter((link) => !(spans ?? []).some((span) => covers(span, 'registered', { ...link, platform: link.source })));
}

function covers(
  span: WithdrawnSpan,
  state: Conclusive['state'],
  { platform, subject, checkedAt }: Pick<Answer, 'platform' | 'subject' | 'checkedAt'>,
  queryType: QueryType = kindOf(subject),
): boolean {
  const isThere = span.platform === platform && span.queryType === queryType && span.states.includes(state);
  return isThere && checkedAt >= new Date(span.since) && checkedAt < new Date(span.until);
}

const omitted = (state: Conclusive['state'], evidence: VerdictEvidence | null) => ({
  state: 'inconclusive' as const,
  reason: WITHDRAWN_REASON,
  ...(state === 'registered' ? { profile: null } : {}),
  evidence: evidence && { ...evidence, explanation: `${evidence.explanation}; ${BECAUSE[state]}` },
});
