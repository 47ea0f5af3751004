import type { Contradiction } from './contradictions.js';
import type { Control, ControlHistory, ControlOutcome } from './control.js';
import { newerPages } from './site-pages.js';

/** Facts are cached no longer than this, in milliseconds, so a span of distrust that ended earlier affects none. */
const MAX_CACHED_MS = 7 * 24 * 3_600_000;

const EPOCH = new Date(0).toISOString();

/**
 * The outcome of a control with the history that it takes over.
 *
 * @param before the previous control; undefined when there was none
 */
export function withHistory(outcome: ControlOutcome, checkedAt: Date, before: Control | undefined): ControlOutcome {
  const passedAt = before?.outcome.state === 'passed' ? before.checkedAt.toISOString() : before?.outcome.passedAt;
  const distrusted = distrustedAfter(outcome, checkedAt, before?.outcome.distrusted, passedAt ?? EPOCH);
  // What was learnt of a rule says nothing about another one.
  const { contradictions, site, capitals, forms } = before && before.outcome.rule === outcome.rule ? before.outcome : {};
  return {
    ...outcome,
    ...(contradictions === undefined ? {} : { contradictions }),
    ...(site === undefined ? {} : { site }),
    ...(capitals === undefined ? {} : { capitals }),
    ...(forms === undefined ? {} : { forms: { ...forms, ...outcome.forms } }),
    ...(outcome.state === 'passed' || passedAt === undefined ? {} : { passedAt }),
    ...(distrusted === undefined ? {} : { distrusted }),
  };
}

/** A control with what was learnt of its rule since its caller read it. @param latest of this process */
export function withLearnt(given: Control, latest: Control | undefined, contradictions: readonly Contradiction[]): Control {
  const site = newerPages(given.outcome.site, latest?.outcome.site);
  const capitals = given.outcome.capitals ?? latest?.outcome.capitals;
  const forms = latest?.outcome.forms && { ...latest.outcome.forms, ...given.outcome.forms };
  const learnt = {
    ...(contradictions.length === 0 ? {} : { contradictions }),
    ...(site === undefined ? {} : { site }),
    ...(capitals === undefined ? {} : { capitals }),
    ...(forms === undefined ? {} : { forms }),
  };
  return { ...given, outcome: { ...given.outcome, ...learnt } };
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
  return checkedAt.getTime() - Date.parse(until) > MAX_CACHED_MS ? undefined : { from: earlier.from, until };
}
