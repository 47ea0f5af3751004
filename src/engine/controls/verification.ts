/**
 * What a verdict needs before it counts: a state machine whose transitions are a table, as `CONTROL_TABLE` is. A verdict under verification
 * is a state; the first row that holds says what is probed next, or how it ends. Pure; `verify-verdict.ts` carries it out.
 */
import { applyControl, type Control, type ControlKind, isSlow, matchesNegativeControl } from '../../domain/calibration/control.js';
import { isControlNeeded, isRecentControl, needsWholeControl, pageMismatch } from '../../domain/calibration/weak-evidence.js';
import type { ProbeRule } from '../../domain/catalogue/probe-rule.js';
import { rootRedirectOf } from '../../domain/evaluation/root-redirect.js';
import type { Conclusive, InconclusiveReason } from '../../domain/evaluation/verdict.js';

/** A current control, while the verdict is pending. */
export interface PendingState {
  readonly rule: ProbeRule;
  readonly control: Control;
  readonly now: Date;
}

interface BesideRow {
  readonly when: string;
  readonly holds: (state: PendingState) => boolean;
  readonly repeats: ControlKind;
}

/**
 * While the verdict is pending: the kind that the first row names is repeated beside the probe, so that it costs no time. A platform that
 * blocked its last control gets one request at a time: then this runs once it has answered.
 */
export const BESIDE_TABLE: readonly BesideRow[] = [
  {
    when: 'a "no" would rest on weak evidence, and the positive control is older than 15 minutes',
    holds: ({ rule, control, now }) => isControlNeeded('positive', rule, control, now),
    repeats: 'positive',
  },
  {
    when: 'the platform is slow, a "yes" would rest on weak evidence, and the negative control is older than a minute',
    holds: ({ rule, control, now }) => isSlow(control) && isControlNeeded('negative', rule, control, now),
    repeats: 'negative',
  },
];

/** A verdict that a platform gave, and what was probed for it since. */
export interface VerificationState {
  readonly rule: ProbeRule;
  readonly verdict: Conclusive;
  readonly control: Control;
  /** A control contradicted another one since the verdict was requested. */
  readonly isContradicted: boolean;
  /** Steps that were carried out. */
  readonly done: readonly Step[];
  readonly now: Date;
}

/**
 * What may be probed for a verdict: the whole control, the positive or the negative one, a whole one that begins after the verdict, because
 * absence is answered in another way than before (`changed`) or by a redirect to the root (`after`).
 */
export type Step = 'whole' | ControlKind | 'changed' | 'after';

/** How a state goes on: with a step, with an omission, or by the verdict, as far as the control covers it. */
export type Transition =
  | { readonly probe: Step }
  | { readonly omit: InconclusiveReason; readonly because: string }
  | { readonly end: 'control_decides' };

interface VerificationRow {
  readonly when: string;
  readonly holds: (state: VerificationState) => boolean;
  readonly next: Transition;
}

const isNo = ({ verdict }: VerificationState): boolean => verdict.state === 'not_registered';
const isCovered = ({ verdict, control, now }: VerificationState): boolean => applyControl(verdict, control, now).state !== 'inconclusive';
const hasPassed = ({ control }: VerificationState): boolean => control.outcome.state === 'passed';

/** After the answer. */
export const VERIFICATION_TABLE: readonly VerificationRow[] = [
  { when: 'the control has not passed', holds: (state) => !hasPassed(state), next: { end: 'control_decides' } },
  {
    when: 'a "no" of another form than that of the negative control, which is older than a minute',
    holds: ({ verdict, control, done, now }) =>
      verdict.state === 'not_registered' &&
      !done.includes('changed') &&
      !matchesNegativeControl(verdict, control) &&
      !isRecentControl(control, now),
    next: { probe: 'changed' },
  },
  {
    when: 'a "no" by a redirect to the root, as the negative control is redirected, without a control that began after it',
    holds: ({ verdict, control, done }) =>
      rootRedirectOf(verdict) !== undefined && matchesNegativeControl(verdict, control) && !done.includes('after'),
    next: { probe: 'after' },
  },
  {
    when: 'a "no" on weak evidence, the positive control older than 15 minutes',
    holds: (state) => isNo(state) && !state.done.includes('positive') && isControlNeeded('positive', state.rule, state.control, state.now),
    next: { probe: 'positive' },
  },
  {
    when: 'a "no" on weak evidence, on a page unlike that of the negative control',
    holds: ({ rule, verdict, control, done, now }) => !done.includes('whole') && needsWholeControl(rule, verdict, control, now),
    next: { probe: 'whole' },
  },
  {
    when: 'the same again, when the negative control\'s page is always the same',
    holds: ({ rule, verdict, control }) => pageMismatch(rule, verdict, control),
    next: { omit: 'unrecognised', because: 'not the page that the platform shows for identities that nobody has' },
  },
  {
    when: 'a "yes" on weak evidence, the negative control older than a minute',
    holds: (state) => !isNo(state) && !state.done.includes('negative') && isControlNeeded('negative', state.rule, state.control, state.now),
    next: { probe: 'negative' },
  },
  {
    when: 'a control contradicted another one since the verdict was requested',
    holds: (state) => state.isContradicted && isCovered(state),
    next: { omit: 'uncalibrated', because: 'requested before a control contradicted it' },
  },
  { when: 'otherwise', holds: () => true, next: { end: 'control_decides' } },
];

/** The kind of control that is repeated beside a pending verdict; null: none. */
export function repeatedBeside(state: PendingState): ControlKind | null {
  return BESIDE_TABLE.find(({ holds }) => holds(state))?.repeats ?? null;
}

/** How the verification of a verdict goes on. */
export function nextTransition(state: VerificationState): Transition {
  return VERIFICATION_TABLE.find(({ holds }) => holds(state))?.next ?? { end: 'control_decides' };
}
