import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { mayDeny } from '../catalogue/rules/rule-counts.js';
import type { Verdict } from './verdict.js';

/**
 * A verdict about somebody as far as its rule may give it: a "not registered" of a rule that only confirms becomes inconclusive. Not for
 * controls, which need to see that an identity that nobody has reads absent.
 */
export function verdictWithinRule(rule: ProbeRule, verdict: Verdict): Verdict {
  if (verdict.state !== 'not_registered' || mayDeny(rule)) return verdict;
  const classes = (rule.readsAbsent ?? []).map((each) => each.class).join(', ');
  const explanation = `${verdict.evidence.explanation}; so do accounts in use: ${classes || 'unknown ones'}`;
  return { state: 'inconclusive', reason: 'only_confirms', evidence: { ...verdict.evidence, explanation } };
}
