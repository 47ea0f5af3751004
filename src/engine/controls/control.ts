/**
 * Controls: what one shows and what counts afterwards, the first table of docs/adr/0007-calibration.md. They are run by
 * `activities/controls/`; what weak evidence needs besides is in `weak-evidence.ts`.
 */
import type { Contradiction } from './contradictions.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import type { ProbeRule } from '../catalogue/rules/probe-rule.js';
import { mayDeny } from '../catalogue/rules/rule-counts.js';
import { rootRedirectOf } from '../evaluation/root-redirect.js';
import { type InconclusiveReason, traitsOf, type Verdict } from '../evaluation/verdict.js';
import { BLOCKED_MS, FAILED_MS, PASSED_MS } from './lifetimes.js';

/** From this latency on, in milliseconds, a platform is slow: started late, it alone would hold up a whole sweep. */
const SLOW_MS = 2_500;

/** The page for an identity that cannot exist, for rules with a side of weak evidence. */
export interface ControlPages {
  /** Fingerprint (`page-fingerprint.ts`) of the page for an identity that cannot exist; absent where there was none. */
  readonly negative?: string | undefined;
  /** Whether the page of the negative control looked the same in two controls; null after one. */
  readonly steady: boolean | null;
}

/** Structures (`structure-fingerprint.ts`) of pages of a site whose accounts have addresses among its own pages. */
export interface SitePages {
  /** When they were requested (ISO 8601). */
  readonly accountsAt: string;
  readonly accounts: readonly string[];
  readonly ownAt: string;
  /** The site's root, and a page at a route word; fewer where it has none. */
  readonly own: readonly string[];
}

/** What a known account read in other capitals, and when (ISO 8601). */
export interface CapitalsCheck {
  readonly at: string;
  readonly reads: 'registered' | 'absent';
}

/** What a control takes over from earlier ones: for facts that were established under those, and of the same rule. */
export interface ControlHistory {
  /** Contradictions of a day, the newest first. */
  readonly contradictions?: readonly Contradiction[] | undefined;
  readonly site?: SitePages | undefined;
  readonly capitals?: CapitalsCheck | undefined;
  /** When a name of a form (`name-forms.ts`) last read registered (ISO 8601). */
  readonly forms?: Readonly<Record<string, string>> | undefined;
  /** How often in a row its known accounts read registered; no further than `weak-evidence.ts` needs. */
  readonly positives?: number | undefined;
  /** When a control last passed (ISO 8601), while this one did not. */
  readonly passedAt?: string | undefined;
  /**
   * Facts established between the last passed control before a failure and the next passed one may stem from the fault. Without `until`
   * no control has passed since.
   */
  readonly distrusted?: { readonly from: string; readonly until?: string | undefined } | undefined;
}

/** What a control rested on besides the rule's own positive controls. */
export interface ControlBasis {
  /** Digest of the set of control accounts of its platform and query type (`control-accounts.ts`); absent: there were none. */
  readonly accounts?: string | undefined;
  /** Digest of the rule (`ruleDigest`); absent: nobody named it. */
  readonly rule?: string | undefined;
}

/** Result of a control. `passed` says which answers count; `failed` quarantines; `blocked` shows nothing either way. */
export type ControlOutcome = ControlHistory & ControlBasis & ControlResult;

type ControlResult =
  | {
      readonly state: 'passed';
      readonly mayConfirm: boolean;
      readonly mayDeny: boolean;
      readonly explanation: string;
      /** When a known account was probed again with the same result (ISO 8601); else the control's own time counts. */
      readonly positiveAt?: string | undefined;
      /** A cache gave that answer: `positiveAt` is when the cache got it, and the platform may have been silent since. */
      readonly isCached?: boolean | undefined;
      readonly pages?: ControlPages | undefined;
      /** The page for absent accounts is no longer the one that the rule describes, so that it only confirms. */
      readonly isAbsenceUnrecognised?: boolean | undefined;
      /** Where the negative control was redirected, if that is how the platform responds for absent accounts (`root-redirect.ts`). */
      readonly rootRedirect?: string | undefined;
      /** How many negative controls in a row were redirected there. */
      readonly redirects?: number | undefined;
    }
  | { readonly state: 'failed'; readonly explanation: string }
  | { readonly state: 'blocked'; readonly explanation: string };

/** A stored control, for one platform and query type. */
export interface Control {
  readonly platform: string;
  readonly subject: QueryType;
  readonly outcome: ControlOutcome;
  readonly checkedAt: Date;
  readonly latencyMs: number | null;
}

/** So many negative controls in a row make a platform one that is known to redirect (docs/adr/0023-redirect-to-root.md). */
export const KNOWN_REDIRECTS = 4;

/** Whether the platform is known to redirect for absent accounts. */
export function isKnownRedirect({ outcome }: Control): boolean {
  return outcome.state === 'passed' && outcome.rootRedirect !== undefined && (outcome.redirects ?? 0) >= KNOWN_REDIRECTS;
}

/** From this latency on, in milliseconds, what a verdict will need is sent right behind its probe, not after its answer. */
const BEHIND_MS = 800;

/** Whether a second round trip to the platform would hold up a lookup. */
export function needsOneRoundTrip(control: Control): boolean {
  return (control.latencyMs ?? 0) >= BEHIND_MS;
}

/** Whether the platform is known to be slow. Few are. */
export function isSlow(control: Control | undefined): boolean {
  return (control?.latencyMs ?? 0) >= SLOW_MS;
}

/** Whether a verdict is inconclusive because of the path to the platform or its defences. */
export function isBlocked(verdict: Verdict): boolean {
  return verdict.state === 'inconclusive' && traitsOf(verdict.reason).isBlocking;
}

/** What the probes of a control found. */
interface ControlVerdicts {
  readonly rule: ProbeRule;
  /** In the order of probing; one that reads registered is enough, because accounts vanish. */
  readonly positives: readonly Verdict[];
  readonly negative: Verdict;
  /** The negative control of the run before was not recognised either. */
  readonly wasUnrecognised: boolean;
}

interface ControlRow {
  /** As in the ADR. */
  readonly shows: string;
  readonly holds: (control: ControlVerdicts) => boolean;
  readonly state: ControlOutcome['state'];
  /** Whether a passed control makes a "no" count as well as a "yes", where the rule can give them. */
  readonly coversAbsence?: true;
  readonly isAbsenceUnrecognised?: boolean;
}

const isRegistered = ({ state }: Verdict): boolean => state === 'registered';

/** Whether a page for an identity that cannot exist is neither side's, no block, and does not name it: an absence in other words. */
export function isUnrecognisedAbsence(verdict: Verdict): boolean {
  return verdict.state === 'inconclusive' && verdict.reason === 'unrecognised' && verdict.namesIdentity !== true;
}

/**
 * What a control shows, and its state: the first row that holds decides. The negative control shows that the platform does not say "yes"
 * for every identity: without that no verdict counts. A positive control shows that it does not say "no" for every identity: without that
 * no "no" counts.
 */
export const CONTROL_TABLE: readonly ControlRow[] = [
  { shows: 'the negative control reads registered', holds: ({ negative }) => isRegistered(negative), state: 'failed' },
  { shows: 'the negative control is blocked', holds: ({ negative }) => isBlocked(negative), state: 'blocked' },
  {
    shows: 'the negative control is not recognised for the second time, and a positive one reads registered or the rule names none',
    holds: ({ rule, negative, positives, wasUnrecognised }) =>
      rule.absent !== undefined &&
      rule.registered !== undefined &&
      wasUnrecognised &&
      isUnrecognisedAbsence(negative) &&
      (positives.length === 0 || positives.some(isRegistered)),
    state: 'passed',
    isAbsenceUnrecognised: true,
  },
  {
    shows: 'the negative control is not recognised, though the rule has evidence of absence',
    holds: ({ rule, negative }) => rule.absent !== undefined && negative.state !== 'not_registered',
    state: 'failed',
  },
  {
    shows: 'a positive control reads registered',
    holds: ({ positives }) => positives.some(isRegistered),
    state: 'passed',
    coversAbsence: true,
  },
  {
    shows: 'the rule names no positive control, or has no evidence of presence',
    holds: ({ rule, positives }) => positives.length === 0 || rule.registered === undefined,
    state: 'passed',
  },
  { shows: 'a positive control is blocked', holds: ({ positives }) => positives.some(isBlocked), state: 'blocked' },
  { shows: 'no positive control reads registered', holds: () => true, state: 'failed' },
];

/**
 * What follows from each state, and for how long. Under a passed control the verdicts that it covers count. A failed one is the
 * platform's quarantine, in which it is not probed. A blocked one is not repeated for a moment: the platform refuses our requests.
 */
export const CONTROL_STATES = {
  passed: { ttlMs: PASSED_MS, refusal: null },
  failed: { ttlMs: FAILED_MS, refusal: 'quarantined' },
  blocked: { ttlMs: BLOCKED_MS, refusal: 'uncalibrated' },
} as const satisfies Readonly<Record<ControlOutcome['state'], { readonly ttlMs: number; readonly refusal: InconclusiveReason | null }>>;

/** Evaluates a control by the table. @param wasUnrecognised the negative control of the run before was not recognised either */
export function evaluateControl(
  rule: ProbeRule,
  positives: readonly Verdict[],
  negative: Verdict,
  wasUnrecognised = false,
): ControlOutcome {
  const explanation = `positive controls: ${positives.map(verdictLabel).join(', ') || 'none'}; negative control: ${verdictLabel(negative)}`;
  const row = CONTROL_TABLE.find(({ holds }) => holds({ rule, positives, negative, wasUnrecognised }));
  if (row?.state !== 'passed') return { state: row?.state ?? 'failed', explanation };
  const rootRedirect = rootRedirectOf(negative);
  return {
    state: 'passed',
    mayConfirm: rule.registered !== undefined,
    mayDeny: mayDeny(rule) && row.coversAbsence === true,
    explanation,
    ...(row.isAbsenceUnrecognised ? { isAbsenceUnrecognised: true } : {}),
    ...(rootRedirect === undefined ? {} : { rootRedirect }),
  };
}

function verdictLabel(verdict: Verdict): string {
  return verdict.state === 'inconclusive' ? verdict.reason : verdict.state;
}

/**
 * What the repetition of a positive control shows beside a passed control: the same as before, a contradiction, after which the whole
 * control is run, or nothing, because it was blocked.
 */
export function evaluateRepetition(positives: readonly Verdict[]): 'same' | 'contradiction' | 'blocked' {
  if (positives.some(isRegistered)) return 'same';
  return positives.some(isBlocked) ? 'blocked' : 'contradiction';
}

/** Whether verdicts of a state count under a control. */
export const covers = ({ outcome }: Pick<Control, 'outcome'>, state: 'registered' | 'not_registered'): boolean =>
  outcome.state === 'passed' && (state === 'registered' ? outcome.mayConfirm : outcome.mayDeny);

/** When a control expires: until then it is valid, quarantines the platform, or is not repeated. */
export function controlExpiry(control: { readonly outcome: Pick<ControlOutcome, 'state'>; readonly checkedAt: Date }): Date {
  return new Date(control.checkedAt.getTime() + CONTROL_STATES[control.outcome.state].ttlMs);
}

/** Whether the platform is in quarantine after a failed control and is not probed at all. */
export function isQuarantined(control: Control | undefined, now: Date): boolean {
  return control?.outcome.state === 'failed' && controlExpiry(control) > now;
}

/**
 * Whether a "no" has the form of the negative control's: a redirect to the same root, or the rule's own evidence. One form shows nothing
 * about the other: a site that responds with a 404 for absent accounts redirects for another reason.
 */
export function matchesNegativeControl(verdict: Verdict, control: Control | undefined): boolean {
  return control?.outcome.state === 'passed' && control.outcome.rootRedirect === rootRedirectOf(verdict);
}

/**
 * Lets a verdict through that a valid control covers; any other becomes inconclusive and the platform is omitted.
 *
 * @param control the newest control of the platform for this query type; undefined when there never was one
 */
export function applyControl(verdict: Verdict, control: Control | undefined, now: Date): Verdict {
  if (verdict.state === 'inconclusive') return verdict;
  const refuse = (reason: InconclusiveReason, why: string): Verdict => ({
    state: 'inconclusive',
    reason,
    evidence: { ...verdict.evidence, explanation: `${verdict.evidence.explanation}; ${why}` },
  });
  if (!control || controlExpiry(control) <= now) return refuse('uncalibrated', 'no control is valid');
  const { outcome } = control;
  if (outcome.state !== 'passed') return refuse(CONTROL_STATES[outcome.state].refusal, `control ${outcome.state} (${outcome.explanation})`);
  if (!covers(control, verdict.state))
    return refuse('uncalibrated', `the control does not cover "${verdict.state}" (${outcome.explanation})`);
  if (verdict.state === 'not_registered' && !matchesNegativeControl(verdict, control)) {
    return refuse('uncalibrated', 'the negative control got a different answer');
  }
  const controlAt = [control.checkedAt.toISOString(), outcome.positiveAt ?? ''].reduce((one, other) => (one > other ? one : other));
  const calibratedBy = outcome.accounts === undefined ? 'shipped' : 'operator';
  return { ...verdict, evidence: { ...verdict.evidence, controlAt, ...(verdict.state === 'not_registered' ? { calibratedBy } : {}) } };
}

/** A control whose known account could not be asked again: no verdict rests on it now. */
export const notRepeated = (control: Control): Control => ({
  ...control,
  outcome: { state: 'blocked', explanation: 'the positive control could not be repeated' },
});
