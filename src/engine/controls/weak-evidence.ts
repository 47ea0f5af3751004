/**
 * What a verdict on weak evidence needs before it counts: a bare 404, a page that merely names the handle. A control, valid for six hours,
 * shows that such responses meant something when it ran; this module covers a fault that begins while it is valid and
 * looks like the platform's own answer. Verdicts with evidence of their own need none of this.
 */
import type { Control, ControlPages } from './control.js';
import { BLOCKED_MS, RECENT_MS } from './lifetimes.js';
import { similarity } from '../evaluation/page-fingerprint.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import type { Conclusive, Verdict } from '../evaluation/verdict.js';

/** From the first similarity on two pages count as the same, below the second one as different. */
const SAME_PAGE_SIMILARITY = 0.9;
const DIFFERENT_PAGE_SIMILARITY = 0.5;

/**
 * Whether a state of this rule rests on weak evidence and needs the platform's control: the side behind it has a status, an echo or a
 * common phrase only. The evaluation treats such a side as any other; callers must withhold the verdict unless a control is valid, and a
 * recent one. False for a side the rule lacks.
 */
export function restsOnWeakEvidence(rule: ProbeRule, state: Conclusive['state']): boolean {
  return (state === 'registered' ? rule.registered : rule.absent)?.weakEvidence === true;
}

/**
 * So many known accounts in a row show that a bare "no" is no accident: until then each is repeated. A site that answers one request in
 * ten with a 404 passes once in three times, and a tenth of its answers would be wrong. More cost more requests than they find faults.
 */
const STEADY_POSITIVES = 10;

/** Whether too few known accounts in a row read registered for a "no" on weak evidence to count without being repeated. */
export function isUntried(rule: ProbeRule, { outcome }: Pick<Control, 'outcome'>): boolean {
  return restsOnWeakEvidence(rule, 'not_registered') && (outcome.positives ?? 0) < STEADY_POSITIVES;
}

/** A control whose platform took a bare "no" back. */
export const asUntried = (control: Control): Control => ({ ...control, outcome: { ...control.outcome, positives: 0 } });

/** What is stored of them after one more. @param isFirst none before it counts, because the platform contradicted itself */
export function positivesAfter(control: Pick<Control, 'outcome'> | undefined, isFirst: boolean): number {
  return isFirst ? 1 : Math.min((control?.outcome.positives ?? 0) + 1, STEADY_POSITIVES);
}

/** What a known account that read registered proves of its platform, and of when. */
export interface PositiveProof {
  /** ISO 8601. */
  readonly positiveAt: string;
  readonly positives: number;
  readonly isCached: true | undefined;
}

/**
 * The proof of a known account's answer. One that a cache gave proves what it did when the cache got it, nothing new where that is not known,
 * and is none in the row of answers.
 *
 * @param answer.sentAt when the account was asked about, in milliseconds since the epoch
 * @param answer.ageMs of a cache's answer; 0: not known; undefined: the platform gave it
 * @param before what it follows; `provenAt`: when the platform was last asked what it answered positively
 * @param isFirst none before it counts, because the platform contradicted itself
 */
export function positiveProof(
  { sentAt, ageMs }: { readonly sentAt: number; readonly ageMs: number | undefined },
  before: { readonly control: Pick<Control, 'outcome'> | undefined; readonly provenAt: Date | null },
  isFirst: boolean,
): PositiveProof {
  const { control, provenAt } = before;
  if (ageMs === undefined)
    return { positiveAt: new Date(sentAt).toISOString(), positives: positivesAfter(control, isFirst), isCached: undefined };
  const cachedAt = ageMs > 0 || provenAt === null ? sentAt - ageMs : 0;
  const positiveAt = new Date(Math.max(cachedAt, provenAt?.getTime() ?? 0)).toISOString();
  return { positiveAt, positives: isFirst ? 0 : (control?.outcome.positives ?? 0), isCached: true };
}

/** Whether a "no" on weak evidence needs a positive control again: the last is not recent. A "yes" has requests of its own after it. */
export function needsPositiveControl(rule: ProbeRule, control: Control, now: Date): boolean {
  const { outcome, checkedAt } = control;
  if (outcome.state !== 'passed' || !restsOnWeakEvidence(rule, 'not_registered')) return false;
  const repeatedAt = outcome.positiveAt === undefined ? 0 : Date.parse(outcome.positiveAt);
  const provenAt = outcome.isCached ? repeatedAt : Math.max(checkedAt.getTime(), repeatedAt);
  return now.getTime() - provenAt > (isUntried(rule, control) ? BLOCKED_MS : RECENT_MS);
}

/** Whether a whole control is too recent to be repeated for one unfamiliar page. */
export function isRecentControl(control: Control, now: Date): boolean {
  return now.getTime() - control.checkedAt.getTime() < BLOCKED_MS;
}

/** Whether a "no" on weak evidence has another page than the negative control, whose page may have changed since. */
export function needsWholeControl(rule: ProbeRule, verdict: Verdict, control: Control, now: Date): boolean {
  const steady = steadyBeside(rule, verdict, control);
  return steady === null || (steady === true && !isRecentControl(control, now));
}

/**
 * Whether a "no" on weak evidence does not count although a control is valid: the platform always shows the same page for identities that
 * do not exist, and this is another one: an intermediary, a suspended account, an error.
 */
export function pageMismatch(rule: ProbeRule, verdict: Verdict, control: Control): boolean {
  return steadyBeside(rule, verdict, control) === true;
}

/** Whether the negative control's page is steady, beside a "no" on weak evidence with another page. Undefined of any other verdict. */
function steadyBeside(rule: ProbeRule, verdict: Verdict, { outcome }: Control): boolean | null | undefined {
  if (verdict.state !== 'not_registered' || outcome.state !== 'passed' || !restsOnWeakEvidence(rule, verdict.state)) return undefined;
  return isDifferentPage(verdict.page, outcome.pages?.negative) ? outcome.pages?.steady : undefined;
}

/** What a new control stores of the page for its negative control, and whether that page is as in the control before it. */
export function controlPages(negative: string | undefined, before: Control | undefined): ControlPages {
  const last = before?.outcome.state === 'passed' ? before.outcome.pages?.negative : undefined;
  return {
    negative,
    steady: last === undefined || negative === undefined ? null : similarity(last, negative) >= SAME_PAGE_SIMILARITY,
  };
}

/** Whether two pages, by their fingerprints, have less than half in common; false where one is missing. */
export function isDifferentPage(page: string | undefined, usual: string | undefined): boolean {
  return page !== undefined && usual !== undefined && similarity(page, usual) < DIFFERENT_PAGE_SIMILARITY;
}
