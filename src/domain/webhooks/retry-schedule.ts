/** When a delivery is tried. Eight attempts over about two hours (docs/contract.md, 13.5). */

const MINUTE_MS = 60_000;

/** Places of the eight attempts, in milliseconds after the first one. They are earliest times. */
export const ATTEMPT_PLACES_MS: readonly number[] = [0, 1, 3, 7, 15, 31, 63, 127].map((minutes) => minutes * MINUTE_MS);

/** Milliseconds for one attempt: name, connection, TLS and the status line. */
export const ATTEMPT_DEADLINE_MS = 10_000;

/**
 * An attempt that `Retry-After` postponed next to a place takes it: two attempts are never closer than this. Next to the last
 * place it waits for it.
 */
const CLOSEST_MS = MINUTE_MS;

export interface FailedAttempt {
  /** Where on the schedule it was made: milliseconds after the first attempt, by plan. */
  readonly position: number;
  readonly durationMs: number;
  /** What the receiver asked for with `Retry-After`; null: nothing. */
  readonly retryAfterMs: number | null;
}

export interface NextAttempt {
  readonly position: number;
  /** Milliseconds from the end of the failed attempt. */
  readonly waitMs: number;
}

/**
 * The attempt after a failed one, or null when that was the last.
 *
 * Distances count from the attempt before, so that time lost on our side (no worker ran) shifts the rest and costs no
 * attempt. `Retry-After` postpones, up to the last place; places that have passed by then are left out.
 */
export function nextAttempt({ position, durationMs, retryAfterMs }: FailedAttempt): NextAttempt | null {
  const last = ATTEMPT_PLACES_MS.at(-1) ?? 0;
  if (position >= last) return null;
  const following = ATTEMPT_PLACES_MS.find((place) => place >= position + CLOSEST_MS) ?? last;
  const asked = retryAfterMs === null ? 0 : position + durationMs + retryAfterMs;
  const postponed = Math.max(following, asked);
  const next = postponed > last - CLOSEST_MS ? last : Math.round(postponed);
  return { position: next, waitMs: Math.max(0, next - position - durationMs) };
}
