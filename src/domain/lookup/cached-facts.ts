/** Decides which cached facts of an account may still be served, by the results of later controls. Pure. */
import type { Control, ControlHistory, ControlOutcome } from '../calibration/control.js';
import type { CheckOutcome } from './lookup.js';
import { kindOf } from '../identity/subjects.js';
import type { PlatformCatalogue } from '../catalogue/ports.js';
import { ruleDigest } from '../catalogue/revision.js';
import { foldsCase } from '../catalogue/rule-scope.js';

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
  const { contradictions, site } = before && before.outcome.rule === outcome.rule ? before.outcome : {};
  return {
    ...outcome,
    ...(contradictions === undefined ? {} : { contradictions }),
    ...(site === undefined ? {} : { site }),
    ...(outcome.state === 'passed' || passedAt === undefined ? {} : { passedAt }),
    ...(distrusted === undefined ? {} : { distrusted }),
  };
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

/**
 * Facts that may be served: none of another spelling of a name, unless the platform folds case; none of another rule than the lookup's, as
 * a rule is replaced because it was wrong, or of an unknown one; none of a platform in quarantine, whose last control that was not blocked
 * failed; and none that may stem from a fault that a later control showed. Those are probed again, or omitted with the platform.
 *
 * @param controls the newest controls, by `<platform>:<query type>`
 * @param catalogue the one that the lookup's plan was made with
 */
export function servableFacts<Fact extends Pick<CheckOutcome, 'platform' | 'subject' | 'checkedAt' | 'rule' | 'isFolded'>>(
  facts: readonly Fact[],
  controls: ReadonlyMap<string, Control>,
  catalogue: Pick<PlatformCatalogue, 'get'>,
): Fact[] {
  return facts.filter(({ platform, subject, checkedAt, rule, isFolded }) => {
    const present = catalogue.get(platform)?.probes[kindOf(subject)];
    if (!rule || !present || rule !== ruleDigest(present)) return false;
    if (isFolded !== undefined && isFolded !== foldsCase(present)) return false;
    const outcome = controls.get(`${platform}:${kindOf(subject)}`)?.outcome;
    if (outcome === undefined) return true;
    if (outcome.state === 'failed') return false;
    const { from, until } = outcome.distrusted ?? {};
    if (from === undefined) return true;
    return until !== undefined && (checkedAt.getTime() < Date.parse(from) || checkedAt.getTime() >= Date.parse(until));
  });
}
