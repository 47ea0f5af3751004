import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { mayDeny } from '../catalogue/rules/rule-counts.js';
import type { Verdict } from './verdict.js';

/**
 * A verdict about somebody as far as its rule may give it: a "not registered" of a rule that only confirms becomes inconclusive. Not for
 * controls, which need to see that an identity that nobody has reads absent.
 */
export function verdictWithinRule(rule: ProbeRule, verdict: Verdict): Verdict {
  if (verdict.state !== 'not_registered') return verdict;
  if (mayDeny(rule)) return rule.capitalsDiffer === undefined ? verdict : explained(verdict, 'for this spelling');
  const classes = (rule.readsAbsent ?? []).map((each) => each.class).join(', ');
  const explanation = `${verdict.evidence.explanation}; so do accounts in use: ${classes || 'unknown ones'}`;
  return { state: 'inconclusive', reason: 'only_confirms', evidence: { ...verdict.evidence, explanation } };
}

/** Twice makes no difference: a verdict is held against its rule before and after it was verified. */
function explained<V extends Verdict>(verdict: V, more: string): V {
  const { explanation } = verdict.evidence;
  return explanation.endsWith(more) ? verdict : { ...verdict, evidence: { ...verdict.evidence, explanation: `${explanation}; ${more}` } };
}
