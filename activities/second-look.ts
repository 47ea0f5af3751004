import { isFresh, isNeededBeside, pageObjection, secondLook, type Witness, witnessOf } from '../src/domain/bare-answer.js';
import { admit, type Control, hasFormOf, isSlow } from '../src/domain/calibration.js';
import type { QueueTicket, RequestClass } from '../src/domain/flow/request-class.js';
import type { QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import { rootRedirectOf } from '../src/domain/root-redirect.js';
import type { Conclusive, Doubt, Verdict } from '../src/domain/verdict.js';
import { besideRequest, type Controls, NEEDED, type StoredControl } from './controls.js';

export interface Question {
  readonly platform: Platform;
  readonly subject: QueryType;
  readonly stored: StoredControl;
  /** The verdict of the platform's own probe, which may still be under way. */
  readonly verdict: Promise<Verdict>;
  readonly now: () => Date;
  /** Class of the platform's own request. */
  readonly requestClass: RequestClass;
}

/**
 * Accepts a verdict while a valid control supports it; without one a control runs in parallel to the probe. Weak evidence needs a
 * recent control, and its page is compared with the control's (`bare-answer.ts`). A response that was requested before a
 * contradiction is omitted, even if the control passes afterwards: it may stem from a transient fault.
 */
export async function vouched(controls: Controls, question: Question): Promise<Verdict> {
  const { platform, subject, now } = question;
  const disagreements = controls.disagreements(platform, subject);
  // A platform that blocked its last control gets one request at a time: most still block, and then no control is needed.
  const wasBlocked = controls.newest(platform, subject, question.stored)?.outcome.state === 'blocked';
  const running = wasBlocked ? null : controlsBeside(controls, question, besideRequest(question.requestClass, question.stored.control));
  const verdict = await question.verdict;
  // A control does not improve an inconclusive verdict: a platform that hangs must not delay its lookup by known accounts as well.
  if (verdict.state === 'inconclusive') return verdict;
  const beside = await (running ?? controlsBeside(controls, question, NEEDED))[witnessOf(verdict.state)];
  const rule = platform.probes[subject];
  if (!rule) return admit(verdict, beside, now());
  const control = await controlAfter(controls, question, verdict, beside);
  const objection = pageObjection(rule, verdict, control);
  if (objection !== null) return omitted(verdict, 'unrecognised', objection);
  const admitted = admit(verdict, control, now());
  if (admitted.state === 'inconclusive' || controls.disagreements(platform, subject) === disagreements) return admitted;
  return omitted(verdict, 'uncalibrated', 'asked for before a witness disagreed');
}

function omitted(verdict: Conclusive, doubt: Doubt, why: string): Verdict {
  return { state: 'inconclusive', doubt, evidence: { ...verdict.evidence, matched: `${verdict.evidence.matched}; ${why}` } };
}

/** The platform's control, with the positive or the negative one repeated where a verdict may need it. In parallel it costs no time. */
function controlsBeside(controls: Controls, question: Question, queue: QueueTicket): Record<Witness, Promise<Control | undefined>> {
  const { platform, subject, stored, now } = question;
  const rule = platform.probes[subject];
  const standing = controls.standing(platform, subject, stored, queue);
  const askedFor = async (witness: Witness): Promise<Control | undefined> => {
    const control = await standing;
    return rule && control && isNeededBeside(witness, rule, control, now())
      ? controls.askAgain(platform, subject, control, witness, isSlow(control) ? NEEDED : queue)
      : control;
  };
  const running = { known: askedFor('known'), impossible: askedFor('impossible') };
  // At most one of them is awaited: a rejection of the other must not go unhandled.
  for (const control of Object.values(running)) control.catch(() => undefined);
  return running;
}

/**
 * The control that a verdict may rest on, repeated where required. A redirect to the root requires most: a control that was valid
 * before the response and one that began after it, in both of which the impossible identity was redirected to the same target.
 */
async function controlAfter(
  controls: Controls,
  question: Question,
  verdict: Conclusive,
  control: Control | undefined,
): Promise<Control | undefined> {
  const { platform, subject, now } = question;
  const rule = platform.probes[subject];
  if (!rule || control?.outcome.state !== 'passed') return control;
  // Unknown identities get another response than before: the site has changed or is at fault, which has to be seen twice.
  const hasChanged = verdict.state === 'not_registered' && !hasFormOf(verdict, control) && !isFresh(control, now());
  const standing = hasChanged ? await controls.renewAfter(platform, subject, control, NEEDED) : control;
  if (rootRedirectOf(verdict) !== undefined)
    return hasFormOf(verdict, standing) ? controls.renewAfter(platform, subject, standing, NEEDED) : standing;
  const look = secondLook(rule, verdict, standing, now());
  if (look === null || !standing) return standing;
  return look === 'control'
    ? controls.renew(platform, subject, standing, NEEDED)
    : controls.askAgain(platform, subject, standing, look, NEEDED);
}
