import { kindsOf, PLATFORM_KINDS, type PlatformKind } from './catalogue/rules/kinds.js';
import type { RuleApplicability } from './catalogue/rules/ports.js';
import type { Platform } from './catalogue/rules/platform.js';
import { asKnown, canHold, isPassive, isReservedName } from './catalogue/rules/rule-scope.js';
import { type Control, isQuarantined } from './controls/control.js';
import { ofRule } from './controls/of-rule.js';
import { isSiteWord } from './controls/site-pages.js';
import type { InconclusiveReason, LinkedAccount } from './evaluation/verdict.js';
import type { ProbeRule } from './catalogue/rules/probe-rule.js';
import type { Identity } from '../kernel/identity/identity.js';
import { kindOf, type PersonRef } from '../kernel/identity/subjects.js';

/** How much a lookup may be noticed. `passive`: public interfaces and stored facts alone. */
export const NOISES = ['passive'] as const;
export type Noise = (typeof NOISES)[number];

/** What a lookup may ask; null or absent: everything. */
export interface Reach {
  readonly noise?: Noise | null | undefined;
  /** The kinds of platforms that its purpose allows: what it forbids is neither asked nor shown, of whatever source. */
  readonly scope?: { readonly kinds: readonly PlatformKind[] } | null | undefined;
}

/** Whether the purpose of a lookup allows a platform, with each of its kinds. One that is not in the catalogue may be of any kind. */
export const isAllowed = ({ scope }: Pick<Reach, 'scope'>, platform: Platform | undefined): boolean =>
  !scope || (platform ? kindsOf(platform) : PLATFORM_KINDS).every((kind) => scope.kinds.includes(kind));

/** Why a lookup may not ask the platform by its rule; null: it may. */
function refusalOf(reach: Reach, platform: Platform | undefined, rule: ProbeRule | undefined): InconclusiveReason | null {
  if (!isAllowed(reach, platform)) return 'purpose_forbids';
  return reach.noise === 'passive' && !(rule && isPassive(rule)) ? 'not_passive' : null;
}

/** Whether a lookup may ask the platform about all of the subjects. */
export const isAskedAt = (reach: Reach, platform: Platform | undefined, subjects: readonly PersonRef[]): boolean =>
  subjects.every((subject) => refusalOf(reach, platform, platform?.probes[kindOf(subject)]) === null);

/** What is known of platforms, as far as the purpose of a lookup allows them: without handles on others, too. */
export function allowedOf<Known extends { readonly platform: string; readonly linkedAccounts?: readonly LinkedAccount[] | undefined }>(
  reach: Pick<Reach, 'scope'>,
  known: readonly Known[],
  catalogue: { get(slug: string): Platform | undefined },
): Known[] {
  if (!reach.scope) return [...known];
  const mayShow = ({ platform }: { readonly platform: string }): boolean => isAllowed(reach, catalogue.get(platform));
  return known
    .filter(mayShow)
    .map((each) => (each.linkedAccounts ? { ...each, linkedAccounts: each.linkedAccounts.filter(mayShow) } : each));
}

export interface EligibilityContext {
  readonly applicability: RuleApplicability;
  /** Absent: everything may be asked. */
  readonly reach?: Reach;
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
  { applicability, reach = {}, disabled, backingOff, stored, now }: EligibilityContext,
): { readonly platform: Platform; readonly rule: ProbeRule; readonly identity: Identity } | InconclusiveReason {
  const rule = platform?.probes[type];
  if (!platform || !rule) return 'not_applicable';
  if (disabled.has(platform.slug)) return 'disabled';
  const identity = asKnown(rule, { type, value });
  if (!canHold(rule, identity, applicability.countryOf)) return 'not_applicable';
  const refusal = refusalOf(reach, platform, rule);
  if (refusal !== null) return refusal;
  if (isReservedName(rule, identity.value) || isSiteWord(rule, identity.value)) return 'reserved_name';
  if (!applicability.hasNegativeControl(rule, type, platform.slug)) return 'uncalibrated';
  if (backingOff.has(platform.slug)) return 'backing_off';
  return isQuarantined(ofRule(stored, rule), now) ? 'quarantined' : { platform, rule, identity };
}
