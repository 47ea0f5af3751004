import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { ruleDigest } from '../catalogue/rules/revision.js';
import type { Control } from './control.js';

/**
 * A stored control, if it was of this rule: nothing follows from one of another rule, or of an unknown one. So a rule that a bundle changed
 * has no control, and gives no answer, until its own one has passed (docs/threat-model.md).
 */
export function ofRule(control: Control | undefined, rule: ProbeRule | undefined): Control | undefined {
  return control?.outcome.rule === ruleDigest(rule) ? control : undefined;
}
