/**
 * The reprobe that a verdict on weak evidence needs before it counts: a bare 404, a page that merely names the handle. A control, valid
 * for six hours, shows that such responses meant something when it ran; this module covers a fault that begins while it is valid and
 * looks like the platform's own answer. Verdicts with evidence of their own need none of this.
 */
import { type Control, type ControlPages, isSlow } from './calibration.js';
import { restsOnWeakEvidence } from './control-need.js';
import { similarity } from '../evaluation/page-fingerprint.js';
import type { ProbeRule } from '../catalogue/probe-rule.js';
import type { Verdict } from '../evaluation/verdict.js';

/**
 * How long a positive control covers a "no" on weak evidence, in milliseconds. A platform that turns bad about once a month does so
 * within these fifteen minutes before one answer in six thousand; with six hours it would be one in 240. The cost is four more requests
 * an hour to a platform in constant use.
 */
export const POSITIVE_CONTROL_TTL_MS = 15 * 60_000;
/**
 * How long a negative control covers a "yes" on weak evidence, and how recent a control must be not to be repeated for an unfamiliar
 * page, in milliseconds. A "yes" is rare and a page that names any identity is common, so a minute is affordable and more would be
 * guessing.
 */
const NEGATIVE_CONTROL_TTL_MS = 60_000;
/** From the first similarity on two pages count as the same, below the second one as different. */
const SAME_PAGE_SIMILARITY = 0.9;
const DIFFERENT_PAGE_SIMILARITY = 0.5;

/** Kind of control: about an account that exists (positive), or about an identity that cannot exist (negative). */
export type ControlKind = 'positive' | 'negative';

/** What to probe before a verdict on weak evidence counts: nothing, one kind of control, or the whole control. */
export type RequiredReprobe = ControlKind | 'control' | null;

/** When a control of this kind last passed, in milliseconds since the epoch; null without a passed control. */
function lastPassedAt(control: Control, kind: ControlKind): number | null {
  const { outcome, checkedAt } = control;
  if (outcome.state !== 'passed') return null;
  const again = kind === 'positive' ? outcome.positiveAt : outcome.negativeAt;
  return Math.max(checkedAt.getTime(), again === undefined ? 0 : Date.parse(again));
}

/** Whether a control of this kind has expired, so that a verdict on weak evidence needs it again. */
function isExpired(kind: ControlKind, control: Control | undefined, now: Date): boolean {
  const at = control === undefined ? null : lastPassedAt(control, kind);
  return at !== null && now.getTime() - at > (kind === 'positive' ? POSITIVE_CONTROL_TTL_MS : NEGATIVE_CONTROL_TTL_MS);
}

/** The kind of control that covers a verdict on weak evidence. */
export const controlKindOf = (state: 'registered' | 'not_registered'): ControlKind => (state === 'registered' ? 'negative' : 'positive');

/**
 * Whether a control is probed beside the platform's own request, because the verdict may rest on weak evidence and need it. Most verdicts
 * are "no", so an expired positive control always is; a negative one where the platform is slow: one after the other would take twice as
 * long.
 */
export function isControlNeeded(kind: ControlKind, rule: ProbeRule, control: Control | undefined, now: Date): boolean {
  if (kind === 'positive') return restsOnWeakEvidence(rule, 'not_registered') && isExpired('positive', control, now);
  // Expired when the response comes, even if that takes twice as long as usual: detected only then, it would be probed afterwards.
  const answeredAt = new Date(now.getTime() + 2 * (control?.latencyMs ?? 0));
  return isSlow(control) && restsOnWeakEvidence(rule, 'registered') && isExpired('negative', control, answeredAt);
}

/** Whether a whole control is too recent to be repeated for one unfamiliar page. */
export function isRecentControl(control: Control, now: Date): boolean {
  return now.getTime() - control.checkedAt.getTime() < NEGATIVE_CONTROL_TTL_MS;
}

/** The reprobe that a verdict still needs before it counts; null: none. Only verdicts that rest on a passed control need one. */
export function requiredReprobe(rule: ProbeRule, verdict: Verdict, control: Control | undefined, now: Date): RequiredReprobe {
  if (verdict.state === 'inconclusive' || control?.outcome.state !== 'passed' || !restsOnWeakEvidence(rule, verdict.state)) return null;
  const kind = controlKindOf(verdict.state);
  if (isExpired(kind, control, now)) return kind;
  if (verdict.state === 'registered') return null;
  const { pages } = control.outcome;
  if (pages === undefined || pages.steady === false || !isDifferentPage(verdict.page, pages.negative)) return null;
  return pages.steady === null || !isRecentControl(control, now) ? 'control' : null;
}

/**
 * Why a "no" on weak evidence does not count although a control is valid, as text for operators; null when it may count. The platform
 * always shows the same page for identities that do not exist, and this is another one: an intermediary, a suspended account, an error.
 */
export function pageMismatch(rule: ProbeRule, verdict: Verdict, control: Control | undefined): string | null {
  if (verdict.state !== 'not_registered' || control?.outcome.state !== 'passed' || !restsOnWeakEvidence(rule, verdict.state)) return null;
  const { pages } = control.outcome;
  const isForeign = pages?.steady === true && isDifferentPage(verdict.page, pages.negative);
  return isForeign ? 'not the page that the platform shows for identities that nobody has' : null;
}

/** What a new control stores of the page for its negative control, and whether that page is as in the control before it. */
export function controlPages(negative: string | undefined, before: Control | undefined): ControlPages {
  const last = before?.outcome.state === 'passed' ? before.outcome.pages?.negative : undefined;
  return {
    negative,
    steady: last === undefined || negative === undefined ? null : similarity(last, negative) >= SAME_PAGE_SIMILARITY,
  };
}

function isDifferentPage(page: string | undefined, usual: string | undefined): boolean {
  return page !== undefined && usual !== undefined && similarity(page, usual) < DIFFERENT_PAGE_SIMILARITY;
}
