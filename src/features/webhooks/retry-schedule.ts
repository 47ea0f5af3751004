/** When a delivery is tried. Eight attempts over about two hours (docs/contract.md, 13.5). */

const MINUTE_MS = 60_000;

/** Times of the eight attempts, in milliseconds after the first one. They are earliest times. */
export const ATTEMPT_TIMES_MS: readonly number[] = [0, 1, 3, 7, 15, 31, 63, 127].map((minutes) => minutes * MINUTE_MS);

/** Timeout of one attempt, in milliseconds: name resolution, connection, TLS and the status line. */
export const ATTEMPT_TIMEOUT_MS = 10_000;

/**
 * Minimum distance of two attempts, in milliseconds. An attempt that `Retry-After` postponed to just before a scheduled one replaces it;
 * just before the last one it waits for it.
 */
const MIN_ATTEMPT_DISTANCE_MS = MINUTE_MS;

export interface FailedAttempt {
  /** Its planned time: milliseconds after the first attempt. */
  readonly scheduleOffsetMs: number;
  readonly durationMs: number;
  /** Pause that the receiver requested with `Retry-After`; null: none. */
  readonly retryAfterMs: number | null;
}

export interface NextAttempt {
  readonly scheduleOffsetMs: number;
  /** Milliseconds from the end of the failed attempt. */
  readonly waitMs: number;
}

/**
 * The attempt after a failed one, or null when that was the last.
 *
 * Distances count from the attempt before, so that time lost on our side (no worker ran) shifts the rest and costs no attempt.
 * `Retry-After` postpones, up to the last scheduled time; times that have passed by then are left out.
 */
export function nextAttempt({ scheduleOffsetMs, durationMs, retryAfterMs }: FailedAttempt): NextAttempt | null {
  const last = ATTEMPT_TIMES_MS.at(-1) ?? 0;
  if (scheduleOffsetMs >= last) return null;
  const following = ATTEMPT_TIMES_MS.find((time) => time >= scheduleOffsetMs + MIN_ATTEMPT_DISTANCE_MS) ?? last;
  const requested = retryAfterMs === null ? 0 : scheduleOffsetMs + durationMs + retryAfterMs;
  const postponed = Math.max(following, requested);
  const next = postponed > last - MIN_ATTEMPT_DISTANCE_MS ? last : Math.round(postponed);
  return { scheduleOffsetMs: next, waitMs: Math.max(0, next - scheduleOffsetMs - durationMs) };
}
