import type { RuleApplicability } from './catalogue/rules/ports.js';
import type { Platform } from './catalogue/rules/platform.js';
import { asKnown, canHold, isPassive, isReservedName } from './catalogue/rules/rule-scope.js';
import { type Control, isQuarantined } from './controls/control.js';
import { ofRule } from './controls/of-rule.js';
import { isSiteWord } from './controls/site-pages.js';
import type { InconclusiveReason } from './evaluation/verdict.js';
import type { ProbeRule } from './catalogue/rules/probe-rule.js';
import type { Identity } from '../kernel/identity/identity.js';
import { kindOf, type PersonRef } from '../kernel/identity/subjects.js';

/** How much a lookup may be noticed. `passive`: public interfaces and stored facts alone. */
export const NOISES = ['passive'] as const;
export type Noise = (typeof NOISES)[number];

/** Whether a lookup of that noise may ask by the rule. Null or absent: by every one. */
const mayAskBy = (noise: Noise | null | undefined, rule: ProbeRule | undefined): boolean =>
  noise !== 'passive' || (rule !== undefined && isPassive(rule));

/** Whether a lookup of that noise may ask the platform about all of the subjects. */
export const isAskedAt = (noise: Noise | null | undefined, platform: Platform | undefined, subjects: readonly PersonRef[]): boolean =>
  subjects.every((subject) => mayAskBy(noise, platform?.probes[kindOf(subject)]));

export interface EligibilityContext {
  readonly applicability: RuleApplicability;
  /** What the lookup may ask; null or absent: every platform. */
  readonly noise?: Noise | null | undefined;
  /** Switched off by an operator. */
  readonly disabled: { has(slug: string): boolean };
  /** Platforms that requested a pause, until when. */
  readonly backingOff: ReadonlyMap<string, Date>;
  /** The newest control of the platform for such identities. */
  readonly stored: Control | undefined;
  readonly now: Date;
}

/**
 * Whether a platform may be probed for an identity at all, before anything is sent: here, not in the prober alone, since beside a probe
 * a control may run, which would be a request for nothing.
 *
 * @returns the rule with the identity as the platform knows it; or why the platform is omitted
 */
export function eligibilityOf(
  platform: Platform | undefined,
  { type, value }: Identity,
  { applicability, noise, disabled, backingOff, stored, now }: EligibilityContext,
): { readonly platform: Platform; readonly rule: ProbeRule; readonly identity: Identity } | InconclusiveReason {
  const rule = platform?.probes[type];
  if (!platform || !rule) return 'not_applicable';
  if (disabled.has(platform.slug)) return 'disabled';
  const identity = asKnown(rule, { type, value });
  if (!canHold(rule, identity, applicability.countryOf)) return 'not_applicable';
  if (!mayAskBy(noise, rule)) return 'not_passive';
  if (isReservedName(rule, identity.value) || isSiteWord(rule, identity.value)) return 'reserved_name';
  if (!applicability.hasNegativeControl(rule, type, platform.slug)) return 'uncalibrated';
  if (backingOff.has(platform.slug)) return 'backing_off';
  return isQuarantined(ofRule(stored, rule), now) ? 'quarantined' : { platform, rule, identity };
}
