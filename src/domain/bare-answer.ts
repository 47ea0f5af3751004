/**
 * What has to be looked at again before an answer counts that proves little by itself: a bare 404, a page that merely names
 * the handle. The control of six hours shows that such answers meant something then; the fault that begins while it stands
 * and looks like the platform's own word has to be met here. Answers with evidence of their own need none of this.
 */
import { type Control, type ControlPages, isSlow } from './calibration.js';
import { restsOnControl } from './control-need.js';
import { likeness } from './page-sketch.js';
import type { ProbeRule } from './probe-rule.js';
import type { Verdict } from './verdict.js';

/**
 * How long a known account vouches for a bare "no", in milliseconds. A platform that turns bad about once a month does so
 * within these fifteen minutes before one answer in six thousand; with six hours it would be one in 240. A platform in
 * constant use is asked four times an hour more for it.
 */
export const YOUNG_MS = 15 * 60_000;
/**
 * How long an impossible identity vouches for a bare "yes", and how young a control is not repeated for a strange page. A
 * "yes" is rare and a page that names whoever is asked is common, so a minute is affordable and more would be guessing.
 */
const FRESH_MS = 60_000;
/** From this likeness on two pages are taken for the same, and up to that one for strangers. */
const SAME = 0.9;
const STRANGE = 0.5;

/** An identity whose truth is known: an account that exists, or an identity that nobody can have. */
export type Witness = 'known' | 'impossible';

/** What to ask before a bare answer counts: nothing, one witness, or the whole control. */
export type SecondLook = Witness | 'control' | null;

/** When the witness last answered as it must, in milliseconds since the epoch; null when no control stands. */
function heardAt(control: Control, witness: Witness): number | null {
  const { outcome, checkedAt } = control;
  if (outcome.state !== 'passed') return null;
  const again = witness === 'known' ? outcome.knownAt : outcome.impossibleAt;
  return Math.max(checkedAt.getTime(), again === undefined ? 0 : Date.parse(again));
}

/** Whether a witness was heard so long ago that a bare answer needs it again. */
function isDue(witness: Witness, control: Control | undefined, now: Date): boolean {
  const at = control === undefined ? null : heardAt(control, witness);
  return at !== null && now.getTime() - at > (witness === 'known' ? YOUNG_MS : FRESH_MS);
}

/** The witness that vouches for a bare answer. */
export const witnessOf = (state: 'registered' | 'not_registered'): Witness => (state === 'registered' ? 'impossible' : 'known');

/**
 * Whether a witness is asked again beside a question, because its answer may be a bare one that needs it. Most are "no", so a
 * known account always is; an impossible identity where the platform is slow: one after the other would take twice as long.
 */
export function isNeededBeside(witness: Witness, rule: ProbeRule, control: Control | undefined, now: Date): boolean {
  if (witness === 'known') return restsOnControl(rule, 'not_registered') && isDue('known', control, now);
  // Due when the answer comes, even if that takes twice as long as usual: found out then, it would be asked after it.
  const answeredAt = new Date(now.getTime() + 2 * (control?.latencyMs ?? 0));
  return isSlow(control) && restsOnControl(rule, 'registered') && isDue('impossible', control, answeredAt);
}

/** Whether a whole control is so young that it is not repeated for one odd answer. */
export function isFresh(control: Control, now: Date): boolean {
  return now.getTime() - control.checkedAt.getTime() < FRESH_MS;
}

/** What an answer still needs before it counts. Only answers that rest on a standing control are looked at again. */
export function secondLook(rule: ProbeRule, verdict: Verdict, control: Control | undefined, now: Date): SecondLook {
  if (verdict.state === 'inconclusive' || control?.outcome.state !== 'passed' || !restsOnControl(rule, verdict.state)) return null;
  const witness = witnessOf(verdict.state);
  if (isDue(witness, control, now)) return witness;
  if (verdict.state === 'registered') return null;
  const { pages } = control.outcome;
  if (pages === undefined || pages.steady === false || !isStrange(verdict.page, pages.impossible)) return null;
  return pages.steady === null || !isFresh(control, now) ? 'control' : null;
}

/**
 * Why a bare "no" does not count although a control stands, in words for an operator; null when it may count. The platform
 * always shows the same page for identities that nobody has, and this is another one: somebody in between, a suspended
 * account, an error.
 */
export function pageObjection(rule: ProbeRule, verdict: Verdict, control: Control | undefined): string | null {
  if (verdict.state !== 'not_registered' || control?.outcome.state !== 'passed' || !restsOnControl(rule, verdict.state)) return null;
  const { pages } = control.outcome;
  const isForeign = pages?.steady === true && isStrange(verdict.page, pages.impossible);
  return isForeign ? 'not the page that the platform shows for identities that nobody has' : null;
}

/** What a new control keeps of its page for nobody, with what the control before it tells of that page's steadiness. */
export function controlPages(impossible: string | undefined, before: Control | undefined): ControlPages {
  const last = before?.outcome.state === 'passed' ? before.outcome.pages?.impossible : undefined;
  return { impossible, steady: last === undefined || impossible === undefined ? null : likeness(last, impossible) >= SAME };
}

function isStrange(page: string | undefined, usual: string | undefined): boolean {
  return page !== undefined && usual !== undefined && likeness(page, usual) < STRANGE;
}
