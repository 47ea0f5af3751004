/**
 * The reprobe that a verdict on weak evidence needs before it counts: a bare 404, a page that merely names the handle. A control, valid
 * for six hours, shows that such responses meant something when it ran; this module covers a fault that begins while it is valid and
 * looks like the platform's own answer. Verdicts with evidence of their own need none of this.
 */
import { type Control, type ControlKind, type ControlPages, isSlow } from './control.js';
import { similarity } from '../evaluation/page-fingerprint.js';
import type { ProbeRule } from '../catalogue/probe-rule.js';
import type { Conclusive, Verdict } from '../evaluation/verdict.js';

/**
 * For each kind of control: the verdict on weak evidence that it covers, and how long, in milliseconds. A platform that turns bad about
 * once a month does so within fifteen minutes before one "no" in six thousand; with the six hours of a whole control it would be one in
 * 240. The cost is four more requests an hour to a platform in constant use. A "yes" is rare and a page that names any identity is common,
 * so a minute is affordable and more would be guessing.
 */
export const CONTROL_KINDS = {
  positive: { covers: 'not_registered', ttlMs: 15 * 60_000 },
  negative: { covers: 'registered', ttlMs: 60_000 },
} as const satisfies Readonly<Record<ControlKind, { readonly covers: Conclusive['state']; readonly ttlMs: number }>>;
/** From the first similarity on two pages count as the same, below the second one as different. */
const SAME_PAGE_SIMILARITY = 0.9;
const DIFFERENT_PAGE_SIMILARITY = 0.5;

/** What to probe before a verdict on weak evidence counts: nothing, one kind of control, or the whole control. */
export type RequiredReprobe = ControlKind | 'control' | null;

/**
 * Whether a state of this rule rests on weak evidence and needs the platform's control: the side behind it has a status, an echo or a
 * common phrase only. The evaluation treats such a side as any other; callers must withhold the verdict unless a control is valid, and a
 * recent one. False for a side the rule lacks.
 */
export function restsOnWeakEvidence(rule: ProbeRule, state: Conclusive['state']): boolean {
  return (state === 'registered' ? rule.registered : rule.absent)?.weakEvidence === true;
}

/** When a control of this kind last passed, in milliseconds since the epoch; null without a passed control. */
function lastPassedAt({ outcome, checkedAt }: Control, kind: ControlKind): number | null {
  if (outcome.state !== 'passed') return null;
  const repeatedAt = outcome[`${kind}At`];
  return Math.max(checkedAt.getTime(), repeatedAt === undefined ? 0 : Date.parse(repeatedAt));
}

/** Whether a control of this kind has expired, so that a verdict on weak evidence needs it again. */
function isExpired(kind: ControlKind, control: Control | undefined, now: Date): boolean {
  const at = control === undefined ? null : lastPassedAt(control, kind);
  return at !== null && now.getTime() - at > CONTROL_KINDS[kind].ttlMs;
}

/** The kind of control that covers a verdict on weak evidence. */
export const controlKindOf = (state: Conclusive['state']): ControlKind =>
  CONTROL_KINDS.negative.covers === state ? 'negative' : 'positive';

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
  return now.getTime() - control.checkedAt.getTime() < CONTROL_KINDS.negative.ttlMs;
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
