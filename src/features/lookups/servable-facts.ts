/** Decides which cached facts of an account may still be served, by the results of later controls. Pure. */
import type { Control } from '../../engine/controls/control.js';
import type { CheckOutcome } from './lookup.js';
import { kindOf } from '../../kernel/identity/subjects.js';
import type { PlatformCatalogue } from '../../engine/catalogue/rules/ports.js';
import { ruleDigest } from '../../engine/catalogue/rules/revision.js';
import { foldsCase } from '../../engine/catalogue/rules/rule-scope.js';

/**
 * Facts that may be served: none of another spelling of a name, unless the platform folds case; none of another rule than the present one, as
 * a rule is replaced because it was wrong, or of an unknown one; none of a platform in quarantine, whose last control that was not blocked
 * failed; and none that may stem from a fault that a later control showed. Those are probed again, or omitted with the platform.
 *
 * @param controls the newest controls, by `<platform>:<query type>`
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
