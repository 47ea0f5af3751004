/** When holders of a failing endpoint are warned, and when it is disabled. docs/contract.md, 13.6. */

const DAY_MS = 86_400_000;
/** Days of failure after which an endpoint is disabled; warnings are sent after each day before. */
export const DAYS_TO_DISABLE = 3;
/** An endpoint that has failed for longer than this, in milliseconds, gets one request at a time until it answers. */
const SINGLE_REQUEST_AFTER_MS = 3_600_000;

/** The failure window of an endpoint: it begins with the first failure and any 2xx ends it. */
export interface FailureWindow {
  readonly failingSince: Date;
  readonly lastFailedAt: Date;
  /** Warnings sent since it began. */
  readonly warned: number;
}

export type HealthStep =
  | { readonly step: 'wait' }
  | { readonly step: 'warn'; readonly days: number }
  | { readonly step: 'switch_off'; readonly days: number };

/**
 * The step that is due now. An endpoint that did not fail in the last 24 hours gets none: one with little traffic must not be disabled
 * for one bad event; it is checked again every day.
 *
 * @returns the step, and when to check again
 */
export function evaluateHealth(clock: FailureWindow, now: Date): HealthStep & { readonly nextLookAt: Date } {
  const since = clock.failingSince.getTime();
  const days = Math.max(0, Math.floor((now.getTime() - since) / DAY_MS));
  const nextLookAt = new Date(since + (days + 1) * DAY_MS);
  const failedLately = now.getTime() - clock.lastFailedAt.getTime() <= DAY_MS;
  if (!failedLately) return { step: 'wait', nextLookAt };
  if (days >= DAYS_TO_DISABLE) return { step: 'switch_off', days, nextLookAt };
  return days > clock.warned ? { step: 'warn', days, nextLookAt } : { step: 'wait', nextLookAt };
}

/**
 * Maximum number of requests in flight to an endpoint. One that keeps failing gets one at a time, so that many dead receivers cannot
 * occupy the workers.
 *
 * @param most the setting for endpoints that answer
 */
export function inFlightLimit(most: number, failingSince: Date | null, now: Date): number {
  return failingSince !== null && now.getTime() - failingSince.getTime() > SINGLE_REQUEST_AFTER_MS ? 1 : most;
}
