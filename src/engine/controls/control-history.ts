import { defined } from '../../kernel/values/defined.js';
import type { Contradiction } from './contradictions.js';
import type { Control, ControlHistory, ControlOutcome } from './control.js';
import { BUILT_MS } from './lifetimes.js';
import { newerPages } from './site-pages.js';

const EPOCH = new Date(0).toISOString();

type Learnt = Pick<ControlHistory, 'contradictions' | 'site' | 'capitals' | 'forms' | 'positives'>;

/** What was learnt of a rule: what one outcome says of it before what another one does, and the newer pages of the site. */
function learntOf(own: Learnt, other: Learnt = {}): Learnt {
  return defined({
    contradictions: own.contradictions ?? other.contradictions,
    site: newerPages(own.site, other.site),
    capitals: own.capitals ?? other.capitals,
    forms: other.forms ? { ...other.forms, ...own.forms } : own.forms,
    positives: own.positives ?? other.positives,
  });
}

/**
 * The outcome of a control with the history that it takes over.
 *
 * @param before the previous control; undefined when there was none
 */
export function withHistory(outcome: ControlOutcome, checkedAt: Date, before: Control | undefined): ControlOutcome {
  const passedAt = before?.outcome.state === 'passed' ? before.checkedAt.toISOString() : before?.outcome.passedAt;
  const distrusted = distrustedAfter(outcome, checkedAt, before?.outcome.distrusted, passedAt ?? EPOCH);
  // What was learnt of a rule says nothing about another one.
  const learnt = learntOf(outcome, before?.outcome.rule === outcome.rule ? before?.outcome : undefined);
  const positives = outcome.state === 'failed' ? 0 : learnt.positives;
  return { ...outcome, ...learnt, ...defined({ positives, passedAt: outcome.state === 'passed' ? undefined : passedAt, distrusted }) };
}

/** A control with what was learnt of its rule since its caller read it. @param latest of this process */
export function withLearnt(given: Control, latest: Control | undefined, contradictions: readonly Contradiction[]): Control {
  const seen = contradictions.length === 0 ? {} : { contradictions };
  return { ...given, outcome: { ...given.outcome, ...learntOf(given.outcome, latest?.outcome), ...seen } };
}

function distrustedAfter(
  { state }: ControlOutcome,
  checkedAt: Date,
  earlier: ControlHistory['distrusted'],
  passedAt: string,
): ControlHistory['distrusted'] {
  // Two failures within a week make one span: probing one fact too many again costs one request.
  if (state === 'failed') return { from: earlier?.from ?? passedAt };
  if (earlier === undefined || state === 'blocked') return earlier;
  const until = earlier.until ?? checkedAt.toISOString();
  // Of facts that are cached no longer, a span that ended earlier affects none.
  return checkedAt.getTime() - Date.parse(until) > BUILT_MS ? undefined : { from: earlier.from, until };
}
