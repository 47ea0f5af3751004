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
