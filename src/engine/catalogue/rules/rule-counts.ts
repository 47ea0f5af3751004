/** Which verdicts the rules of a catalogue can give, and how many give each. Pure. */
import type { QueryType } from '../../../kernel/identity/identity.js';
import type { Platform } from './platform.js';
import type { ProbeRule } from './probe-rule.js';

/**
 * Whether a rule's "not registered" can count. `with_control_account`: it has evidence of both sides, but no account is known to exist,
 * so that nothing shows whether the platform denies everybody; an operator's own account there would show it.
 */
export const DENIALS = ['yes', 'with_control_account', 'no'] as const;
export type Denial = (typeof DENIALS)[number];

/**
 * Whether an identity for a negative control can be made that fits a rule. Without one it never gets a control, and no answer
 * of it counts.
 */
export type HasNegativeControl = (rule: ProbeRule, type: QueryType, platform: string) => boolean;

/** Whether a "not registered" of this rule about somebody shows anything: it has evidence of absence that no account in use meets. */
export const mayDeny = ({ absent, readsAbsent = [] }: ProbeRule): boolean => absent !== undefined && readsAbsent.length === 0;

/** Whether the rule's "not registered" can count, if a negative control fits it. */
export function denialOf(rule: ProbeRule): Denial {
  if (rule.registered === undefined || !mayDeny(rule)) return 'no';
  return (rule.positiveControls ?? []).length > 0 ? 'yes' : 'with_control_account';
}

/** Numbers of rules for one query type; a platform has one at most. */
export interface RuleCounts {
  readonly platforms: number;
  /** Rules whose "not registered" can count, and those for which it would with an operator's account. */
  readonly mayDeny: number;
  readonly mayDenyWithControlAccount: number;
  /** Rules that no negative control fits: they are in neither of the two. */
  readonly uncalibrated: number;
  /** Rules that were checked against the platform itself; the others are shipped as they were read. */
  readonly liveChecked: number;
}

export function countRules(
  platforms: readonly Pick<Platform, 'slug' | 'probes'>[],
  type: QueryType,
  hasNegativeControl: HasNegativeControl,
): RuleCounts {
  const rules = platforms.flatMap(({ probes }) => probes[type] ?? []);
  const calibrated = platforms.flatMap(({ slug, probes: { [type]: rule } }) => (rule && hasNegativeControl(rule, type, slug) ? rule : []));
  const denials = calibrated.map(denialOf);
  return {
    platforms: rules.length,
    mayDeny: denials.filter((each) => each === 'yes').length,
    mayDenyWithControlAccount: denials.filter((each) => each === 'with_control_account').length,
    uncalibrated: rules.length - calibrated.length,
    liveChecked: rules.filter(({ provenance }) => (provenance?.liveChecked ?? null) !== null).length,
  };
}
