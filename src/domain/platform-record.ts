/** How a platform answered lookups of late, for one query type: counts and times of all accounts together. */
export interface PlatformRecord {
  /** Answers that counted, and checks that the platform left without one. What was never sent is in neither. */
  readonly answered: number;
  readonly omitted: number;
  /** Median time of an answer, in milliseconds; null without any. */
  readonly medianLatencyMs: number | null;
  /** Nine of ten checks were over sooner than this, answered or not, in milliseconds; null without any. */
  readonly slowLatencyMs: number | null;
  /** When the newest of these checks ended. */
  readonly askedAt: Date;
}

/** What is known of a platform's answers for one query type, as far as bands and order need it. */
export interface Standing {
  /** Until when a failed control keeps the platform from being asked; null when none does. */
  readonly quarantinedUntil: Date | null;
  /** How long the newest control's requests took, in milliseconds; null when no control was answered. */
  readonly controlLatencyMs: number | null;
  readonly record: PlatformRecord | null;
}

/** Standings by `<platform>:<query type>`; what is missing was never asked and never calibrated. */
export type Standings = ReadonlyMap<string, Standing>;

/** Checks by which a platform is judged; with fewer, its record says nothing yet. */
const ENOUGH = 5;
/**
 * How long a record speaks against a platform after it was last asked, in milliseconds. A platform that a band leaves out is
 * asked no more and could never show that it recovered: after this hour it is tried again.
 */
const GRUDGE_MS = 3_600_000;

/** Whether there are enough checks to speak of a platform's usual behaviour. */
export function isTelling(record: PlatformRecord | null): record is PlatformRecord {
  return record !== null && record.answered + record.omitted >= ENOUGH;
}

/** Share of checks that the platform left without an answer, 0 to 1; null when it was asked too little to tell. */
export function omissionRate(record: PlatformRecord | null): number | null {
  return isTelling(record) ? record.omitted / (record.answered + record.omitted) : null;
}

/** The record as far as it may be held against the platform now; null when there is none, or it is too small or too old. */
export function grudge(record: PlatformRecord | null, now: Date): PlatformRecord | null {
  return isTelling(record) && now.getTime() - record.askedAt.getTime() < GRUDGE_MS ? record : null;
}
