import { controlExpiry, type Control } from '../calibration/control.js';
import type { QueryType } from '../identity/identity.js';

/** Statistics of a platform's recent answers to lookups, for one query type: counts and times of all accounts together. */
export interface PlatformStats {
  /** Answers that counted, and checks that the platform left without one. Checks that were never sent are in neither. */
  readonly answered: number;
  readonly omitted: number;
  /** Median time of an answer, in milliseconds; null without any. */
  readonly medianLatencyMs: number | null;
  /** 90th percentile of the time of a check, answered or not, in milliseconds; null without any. */
  readonly p90LatencyMs: number | null;
  /** When the newest of these checks ended. */
  readonly probedAt: Date;
}

/** Status of a platform for one query type: what the choice of bands and the order of requests need. */
export interface PlatformStatus {
  /** End of the quarantine after a failed control; null when there is none. */
  readonly quarantinedUntil: Date | null;
  /** How long the newest control's requests took, in milliseconds; null when no control was answered. */
  readonly controlLatencyMs: number | null;
  readonly stats: PlatformStats | null;
}

/** Statuses by `<platform>:<query type>`; what is missing was never probed and never calibrated. */
export type PlatformStatuses = ReadonlyMap<string, PlatformStatus>;

/** Minimum number of checks for statistics to count. */
const MIN_SAMPLES = 5;
/**
 * How long statistics count against a platform after its last probe, in milliseconds. A platform that a band leaves out is not probed any
 * more and could never show that it recovered: after this hour it is tried again.
 */
const RECENT_STATS_MS = 3_600_000;

/** Whether there are enough checks to show a platform's usual behaviour. */
export function hasEnoughSamples(record: PlatformStats | null): record is PlatformStats {
  return record !== null && record.answered + record.omitted >= MIN_SAMPLES;
}

/** Share of checks that the platform left without an answer, 0 to 1; null with too few checks. */
export function omissionRate(record: PlatformStats | null): number | null {
  return hasEnoughSamples(record) ? record.omitted / (record.answered + record.omitted) : null;
}

/** The statistics, if they may count against the platform now; null when there are none, or too few checks, or too old ones. */
export function recentStats(record: PlatformStats | null, now: Date): PlatformStats | null {
  return hasEnoughSamples(record) && now.getTime() - record.probedAt.getTime() < RECENT_STATS_MS ? record : null;
}

/** Whether a platform's answers count at present. */
export const HEALTH = ['healthy', 'confirm_only', 'cooling', 'quarantined', 'uncalibrated', 'switched_off'] as const;
export type Health = (typeof HEALTH)[number];

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
 * @param known.control its newest control, if there ever was one
 * @param known.coolingUntil end of the pause that the platform requested, if it did
 * @param known.isSwitchedOff whether an operator switched it off
 */
export function healthOf(
  subject: QueryType,
  known: { readonly control: Control | undefined; readonly coolingUntil: Date | undefined; readonly isSwitchedOff: boolean },
  now: Date,
): QueryTypeHealth {
  const { control, coolingUntil, isSwitchedOff } = known;
  const lastControlAt = control?.checkedAt ?? null;
  if (isSwitchedOff) return { subject, status: 'switched_off', reason: 'the operator of the service has switched it off', lastControlAt };
  if (coolingUntil && coolingUntil > now) {
    return { subject, status: 'cooling', reason: `it asked for a pause until ${coolingUntil.toISOString()}`, lastControlAt };
  }
  if (!control) return { subject, status: 'uncalibrated', reason: 'no control has run yet', lastControlAt };
  const { outcome } = control;
  if (outcome.state === 'failed') return { subject, status: 'quarantined', reason: outcome.explanation, lastControlAt };
  if (outcome.state === 'blocked') return { subject, status: 'uncalibrated', reason: outcome.explanation, lastControlAt };
  if (controlExpiry(control) <= now) return { subject, status: 'uncalibrated', reason: 'the last control has lapsed', lastControlAt };
  if (!outcome.mayDeny) return { subject, status: 'confirm_only', reason: outcome.explanation, lastControlAt };
  return { subject, status: 'healthy', reason: null, lastControlAt };
}
