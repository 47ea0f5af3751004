import type { Evidence, ProbeRule } from '../catalogue/probe-rule.js';
import type { Conclusive } from '../evaluation/verdict.js';

/** The side of a rule that a state is read from. */
function sideOf(rule: ProbeRule, state: Conclusive['state']): Evidence | undefined {
  return state === 'registered' ? rule.registered : rule.absent;
}

/**
 * Whether a state of this rule rests on weak evidence and needs the platform's control: the side behind it has a status, an echo or a
 * common phrase only. The evaluation treats such a side as any other; callers must withhold the verdict unless a control is valid, and a
 * recent one (`weak-evidence.ts`). False for a side the rule lacks.
 */
export function restsOnWeakEvidence(rule: ProbeRule, state: Conclusive['state']): boolean {
  return sideOf(rule, state)?.weakEvidence === true;
}
