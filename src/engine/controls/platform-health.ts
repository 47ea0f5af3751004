/** Health of platforms over time: what their controls showed, and how often they say "registered". Pure. */
import { type Control, type ControlOutcome, controlExpiry } from './control.js';
import type { Health } from './health.js';
import type { Verdict } from '../evaluation/verdict.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import { DAY_MS, MONTH_MS, WEEK_MS } from '../../kernel/values/durations.js';

/** Controls that are kept of each platform, query type and egress pool. */
export const KEPT_CONTROLS = 50;

/** What one control showed. */
export interface ControlSample {
  /** ISO 8601. */
  readonly at: string;
  readonly state: ControlOutcome['state'];
  /** Requests about accounts and impossible identities, how many of them were answered, and how many of these with "registered". */
  readonly requests: number;
  readonly answered: number;
  readonly registered: number;
  readonly latencyMs: number | null;
  /** Digest of the rule. */
  readonly rule: string;
  /** The page for absent accounts was not the one that the rule describes: since then it only confirms. */
  readonly isAbsenceUnrecognised?: true;
}

/** A control as it is kept. */
export function controlSample(control: Control, verdicts: readonly Verdict[]): ControlSample {
  const answered = verdicts.filter(({ state }) => state !== 'inconclusive');
  return {
    at: control.checkedAt.toISOString(),
    state: control.outcome.state,
    requests: verdicts.length,
    answered: answered.length,
    registered: answered.filter(({ state }) => state === 'registered').length,
    latencyMs: control.latencyMs,
    rule: control.outcome.rule ?? '',
    ...(hasUnrecognisedAbsence(control) ? { isAbsenceUnrecognised: true as const } : {}),
  };
}

/** Whether a control showed that the page for absent accounts is no longer the one that the rule describes. */
export function hasUnrecognisedAbsence({ outcome }: Control): boolean {
  return outcome.state === 'passed' && outcome.isAbsenceUnrecognised === true;
}

/** Since when the rule only confirms for that (ISO 8601); null: it does not. @param controls the newest first */
export function absenceUnrecognisedSince(controls: readonly ControlSample[]): string | null {
  const shown = controls.filter(({ state }) => state !== 'blocked');
  const end = shown.findIndex(({ isAbsenceUnrecognised }) => !isAbsenceUnrecognised);
  return (end === -1 ? shown : shown.slice(0, end)).at(-1)?.at ?? null;
}

/** Days over which results that somebody disputed are counted. */
export const DISPUTED_DAYS = MONTH_MS / DAY_MS;

/** How often a platform answers "registered" to lookups. */
export interface AnswerShares {
  readonly answered: number;
  readonly registered: number;
}

/** A share of "registered" that jumped. */
export interface ShareAlert {
  /** ISO 8601. */
  readonly at: string;
  /** Shares, 0 to 1: of the last hour, and before. */
  readonly now: number;
  readonly before: number;
}

/** What is stored of a platform for one query type and egress pool. */
export interface HealthRecord {
  readonly egress: string;
  readonly platform: string;
  readonly queryType: QueryType;
  /** The newest first. */
  readonly controls: readonly ControlSample[];
  readonly failingSince: Date | null;
  readonly failures: number;
  readonly alert: ShareAlert | null;
  /** Of lookups, over the days that are kept; null: none. */
  readonly lookups: AnswerShares | null;
}

/** Figures over the last controls; shares are null without anything to divide by. */
export interface HealthFigures {
  readonly controls: number;
  readonly passed: number;
  readonly failed: number;
  /** Share of requests that were answered with "registered" or "not registered". */
  readonly answerRate: number | null;
  /** Share of "registered" in these answers. */
  readonly registeredShare: number | null;
  readonly medianLatencyMs: number | null;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

export function healthFigures(controls: readonly ControlSample[]): HealthFigures {
  const answered = sum(controls.map((each) => each.answered));
  const times = controls.flatMap(({ latencyMs }) => latencyMs ?? []).sort((a, b) => a - b);
  return {
    controls: controls.length,
    passed: controls.filter(({ state }) => state === 'passed').length,
    failed: controls.filter(({ state }) => state === 'failed').length,
    answerRate: share(answered, sum(controls.map((each) => each.requests))),
    registeredShare: share(sum(controls.map((each) => each.registered)), answered),
    medianLatencyMs: times[Math.floor((times.length - 1) / 2)] ?? null,
  };
}

/**
 * Answers before, and in the hour, and the least difference of their shares, that make a jump; and its least significance. Where nothing
 * has changed, one hour in 2,800 makes one at worst (exact, over all shares); were it fifty answers before, one in 3,100.
 */
const JUMP = { answers: 20, difference: 0.3, deviations: 4 } as const;

/**
 * Whether the share of "registered" has jumped: by three tenths at least, and by more than four standard deviations of what the shares of
 * as many answers differ by. Only upwards: a platform that begins to say yes to all would be shown as a finding.
 */
export function hasJumped(before: AnswerShares, now: AnswerShares): boolean {
  if (Math.min(before.answered, now.answered) < JUMP.answers) return false;
  const difference = now.registered / now.answered - before.registered / before.answered;
  const pooled = (before.registered + now.registered) / (before.answered + now.answered);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / before.answered + 1 / now.answered));
  return difference >= JUMP.difference && difference > JUMP.deviations * deviation;
}

/** The alert about a jump; null: there is none, or the same was told within a day. */
export function shareAlert(
  { before, now, alert }: { readonly before: AnswerShares; readonly now: AnswerShares; readonly alert: ShareAlert | null },
  at: Date,
): ShareAlert | null {
  const isKnown = alert !== null && at.getTime() - new Date(alert.at).getTime() < DAY_MS;
  if (isKnown || !hasJumped(before, now)) return null;
  return { at: at.toISOString(), now: now.registered / now.answered, before: before.registered / before.answered };
}

/** For how long, and how many, controls have failed when a platform is switched off. */
const FAILED_FOR = { ms: WEEK_MS, controls: 10 } as const;

/**
 * Platforms whose controls have failed for a week, for each query type and through each egress pool of which there are controls: asking
 * them serves nobody.
 */
export function failedForAWeek(records: readonly HealthRecord[], now: Date): string[] {
  const used = records.filter(({ controls }) => controls.length > 0);
  const hasFailed = ({ failingSince, failures }: HealthRecord): boolean =>
    failingSince !== null && failures >= FAILED_FOR.controls && now.getTime() - failingSince.getTime() >= FAILED_FOR.ms;
  const others = new Set(used.filter((each) => !hasFailed(each)).map(({ platform }) => platform));
  return [...new Set(used.map(({ platform }) => platform))].filter((platform) => !others.has(platform));
}

export interface QueryTypeHealth {
  readonly subject: QueryType;
  readonly status: Health;
  /** Why, as text for operators; null when healthy. */
  readonly reason: string | null;
  readonly lastControlAt: Date | null;
}

/**
 * The health of one platform for one query type.
 *
 * @param known.control the newest control of its rule, if there ever was one
 * @param known.backoffUntil end of the backoff that the platform requested, if it did
 * @param known.isDisabled whether an operator disabled it
 * @param known.isCalibratable whether a control of its rule is possible
 */
export function healthOf(
  subject: QueryType,
  known: {
    readonly control: Control | undefined;
    readonly backoffUntil: Date | undefined;
    readonly isDisabled: boolean;
    readonly isCalibratable: boolean;
  },
  now: Date,
): QueryTypeHealth {
  const { control, backoffUntil, isDisabled } = known;
  const lastControlAt = control?.checkedAt ?? null;
  if (isDisabled) return { subject, status: 'disabled', reason: 'the operator of the service has disabled it', lastControlAt };
  if (backoffUntil && backoffUntil > now) {
    return { subject, status: 'backing_off', reason: `it is backing off until ${backoffUntil.toISOString()}`, lastControlAt };
  }
  if (!control) {
    return known.isCalibratable
      ? { subject, status: 'untested', reason: 'no control has run yet', lastControlAt }
      : { subject, status: 'uncalibrated', reason: 'no control of its rule is possible', lastControlAt };
  }
  const { outcome } = control;
  if (outcome.state === 'failed') return { subject, status: 'quarantined', reason: outcome.explanation, lastControlAt };
  if (outcome.state === 'blocked') return { subject, status: 'uncalibrated', reason: outcome.explanation, lastControlAt };
  if (controlExpiry(control) <= now) return { subject, status: 'uncalibrated', reason: 'the last control has lapsed', lastControlAt };
  if (!outcome.mayDeny) return { subject, status: 'confirm_only', reason: outcome.explanation, lastControlAt };
  return { subject, status: 'healthy', reason: null, lastControlAt };
}
