import { needsKnownBeside, pageObjection, secondLook } from '../src/domain/bare-answer.js';
import { admit, type Control } from '../src/domain/calibration.js';
import type { QueryType } from '../src/domain/identity.js';
import type { Platform } from '../src/domain/platform.js';
import type { Verdict } from '../src/domain/verdict.js';
import type { Controls, StoredControl } from './controls.js';

export interface Question {
  readonly platform: Platform;
  readonly subject: QueryType;
  readonly stored: StoredControl;
  /** The platform's own verdict, on its way. */
  readonly verdict: Promise<Verdict>;
  readonly now: () => Date;
}

/**
 * Lets an answer through while a control vouches for it. The control is run beside the question when none stands; an answer
 * that rests on it alone needs a young one, and its page is compared with the control's (`bare-answer.ts`).
 */
export async function vouched(controls: Controls, question: Question): Promise<Verdict> {
  const { platform, subject, now } = question;
  const running = controlBeside(controls, question);
  // A doubt is no better with a control: a platform that hangs must not hold its lookup up for known accounts as well.
  running.catch(() => undefined);
  const verdict = await question.verdict;
  if (verdict.state === 'inconclusive') return verdict;
  const beside = await running;
  const rule = platform.probes[subject];
  if (!rule) return admit(verdict, beside, now());
  const control = await controlAfter(controls, question, verdict, beside);
  const objection = pageObjection(rule, verdict, control);
  if (objection === null) return admit(verdict, control, now());
  const { matched } = verdict.evidence;
  return { state: 'inconclusive', doubt: 'unrecognised', evidence: { ...verdict.evidence, matched: `${matched}; ${objection}` } };
}

/** Beside the question, so that it costs no time: most answers that need a known account again are "no". */
async function controlBeside(controls: Controls, { platform, subject, stored, now }: Question): Promise<Control | undefined> {
  const rule = platform.probes[subject];
  const control = await controls.standing(platform, subject, stored);
  if (!rule || !control || !needsKnownBeside(rule, control, now())) return control;
  return controls.askAgain(platform, subject, control, 'known');
}

async function controlAfter(controls: Controls, question: Question, verdict: Verdict, control: Control | undefined): Promise<Control | undefined> {
  const { platform, subject, now } = question;
  const rule = platform.probes[subject];
  const look = rule ? secondLook(rule, verdict, control, now()) : null;
  if (look === null || !control) return control;
  return look === 'control' ? controls.renew(platform, subject, control) : controls.askAgain(platform, subject, control, look);
}
