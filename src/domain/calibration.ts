import type { QueryType } from './identity.js';
import type { ProbeRule } from './probe-rule.js';
import { rootRedirectOf } from './root-redirect.js';
import type { Doubt, Verdict } from './verdict.js';

/** How long a passed control vouches for a platform's answers (docs/adr/0007-calibration.md). */
export const CONTROL_LIFETIME_MS = 6 * 3_600_000;
/** How long a failed control keeps a platform from being asked; then a new control may release it. */
export const QUARANTINE_MS = 3_600_000;
/** How long a blocked control is not repeated: the platform is refusing us, so it is left alone. */
export const BLOCKED_PAUSE_MS = 60_000;

/** From this answering time on, in milliseconds, a platform is slow: begun late, it would hold a whole sweep up alone. */
const SLOW_MS = 2_500;

/** What the page for nobody looked like, for rules of which a side rests on the control. */
export interface ControlPages {
  /** Sketch (`page-sketch.ts`) of the page for an impossible identity; absent where there was none. */
  readonly impossible?: string | undefined;
  /** Whether the page for impossible identities looked the same in two controls; null after one. */
  readonly steady: boolean | null;
}

/** What a control carries on from the ones before it, for facts that were established under those. */
export interface ControlHistory {
  /** When a control last passed (ISO 8601), while this one did not. */
  readonly passedAt?: string | undefined;
  /**
   * Facts established from the last control that passed before a failure until the next one that passes may stem from the
   * fault. Without `until` no control has passed since.
   */
  readonly distrusted?: { readonly from: string; readonly until?: string | undefined } | undefined;
}

/** What a control showed. `passed` says which answers count; `failed` quarantines; `blocked` says nothing either way. */
export type ControlOutcome = ControlHistory & ControlShown;

type ControlShown =
  | {
      readonly state: 'passed';
      readonly mayConfirm: boolean;
      readonly mayDeny: boolean;
      readonly matched: string;
      /** When one of its identities was asked again and answered as before (ISO 8601); else the control's own time counts. */
      readonly knownAt?: string | undefined;
      readonly impossibleAt?: string | undefined;
      readonly pages?: ControlPages | undefined;
      /** Where the impossible identity was redirected, when that is how the platform answers for nobody (`root-redirect.ts`). */
      readonly rootRedirect?: string | undefined;
    }
  | { readonly state: 'failed'; readonly matched: string }
  | { readonly state: 'blocked'; readonly matched: string };

/** A control as it is remembered, for one platform and query type. */
export interface Control {
  readonly platform: string;
  readonly subject: QueryType;
  readonly outcome: ControlOutcome;
  readonly checkedAt: Date;
  readonly latencyMs: number | null;
}

/** Whether the platform is known to take long. Few do. */
export function isSlow(control: Control | undefined): boolean {
  return (control?.latencyMs ?? 0) >= SLOW_MS;
}

/** Doubts that come from the way to the platform or its defences: they tell nothing about the rule. */
const BLOCKING: ReadonlySet<Doubt> = new Set<Doubt>([
  'timeout', 'unreachable', 'proxy_failed', 'rate_limited', 'server_error', 'blocked', 'challenge', 'login_wall',
  'consent_wall', 'cooling_down', 'busy', 'unavailable', 'interrupted', 'too_large', 'redirected_away', 'undecodable',
]);

/** Whether a verdict tells of the way to the platform or of its defences only. */
export function isBlocked(verdict: Verdict): boolean {
  return verdict.state === 'inconclusive' && BLOCKING.has(verdict.doubt);
}

function told(verdict: Verdict): string {
  return verdict.state === 'inconclusive' ? verdict.doubt : verdict.state;
}

/**
 * What a control's answers allow. The impossible identity shows that the platform does not say "yes" to everybody: without
 * that no answer counts. A known account shows that it does not say "no" to everybody: without that no "no" counts.
 *
 * @param known verdicts for known accounts, in the order asked; one that reads registered is enough, because accounts vanish
 * @param impossible verdict for an identity that nobody can have
 */
export function judgeControl(rule: ProbeRule, known: readonly Verdict[], impossible: Verdict): ControlOutcome {
  const matched = `known: ${known.map(told).join(', ') || 'none'}; impossible: ${told(impossible)}`;
  if (impossible.state === 'registered') return { state: 'failed', matched };
  if (isBlocked(impossible)) return { state: 'blocked', matched };
  if (rule.absent && impossible.state !== 'not_registered') return { state: 'failed', matched };
  const seen = known.some((verdict) => verdict.state === 'registered');
  if (known.length > 0 && !seen && rule.registered) return { state: known.some(isBlocked) ? 'blocked' : 'failed', matched };
  const rootRedirect = rootRedirectOf(impossible);
  return {
    state: 'passed', mayConfirm: rule.registered !== undefined, mayDeny: seen && rule.absent !== undefined, matched,
    ...(rootRedirect === undefined ? {} : { rootRedirect }),
  };
}

/** Until when a control is believed, or left alone. */
export function controlExpiry(control: { readonly outcome: Pick<ControlOutcome, 'state'>; readonly checkedAt: Date }): Date {
  const span = { passed: CONTROL_LIFETIME_MS, failed: QUARANTINE_MS, blocked: BLOCKED_PAUSE_MS }[control.outcome.state];
  return new Date(control.checkedAt.getTime() + span);
}

/** Whether a failed control keeps the platform from being asked at all. */
export function isQuarantined(control: Control | undefined, now: Date): boolean {
  return control?.outcome.state === 'failed' && controlExpiry(control) > now;
}

/**
 * Whether a "no" has the form in which the control's negative side was answered: by a redirect to the same root, or by the
 * rule's own evidence. One form says nothing of the other: a site that answers nobody with a 404 redirects for another reason.
 */
export function hasFormOf(verdict: Verdict, control: Control | undefined): boolean {
  return control?.outcome.state === 'passed' && control.outcome.rootRedirect === rootRedirectOf(verdict);
}

/**
 * Lets an answer through while a control vouches for it; otherwise it becomes a doubt and the platform is omitted.
 *
 * @param control the newest control of the platform for this query type; undefined when there never was one
 */
export function admit(verdict: Verdict, control: Control | undefined, now: Date): Verdict {
  if (verdict.state === 'inconclusive') return verdict;
  const refuse = (doubt: Doubt, why: string): Verdict => ({
    state: 'inconclusive', doubt, evidence: { ...verdict.evidence, matched: `${verdict.evidence.matched}; ${why}` },
  });
  if (!control || controlExpiry(control) <= now) return refuse('uncalibrated', 'no control stands');
  const { outcome } = control;
  if (outcome.state === 'failed') return refuse('quarantined', `control failed (${outcome.matched})`);
  if (outcome.state === 'blocked') return refuse('uncalibrated', `control blocked (${outcome.matched})`);
  const allowed = verdict.state === 'registered' ? outcome.mayConfirm : outcome.mayDeny;
  if (!allowed) return refuse('uncalibrated', `the control does not cover "${verdict.state}" (${outcome.matched})`);
  if (verdict.state === 'not_registered' && !hasFormOf(verdict, control)) {
    return refuse('uncalibrated', 'the impossible identity was answered in another way');
  }
  return { ...verdict, evidence: { ...verdict.evidence, controlAt: control.checkedAt.toISOString() } };
}
