/** When a failing endpoint is warned about and switched off. docs/contract.md, 13.6. */

const DAY_MS = 86_400_000;
/** Days of failure after which an endpoint is switched off; warnings go out after each day before. */
export const DAYS_TO_SWITCH_OFF = 3;
/** An endpoint that has failed for longer is asked with one request at a time until it answers. */
const PATIENT_MS = 3_600_000;

/** The failure clock of an endpoint: it starts at the first failure and any 2xx stops it. */
export interface FailureClock {
  readonly failingSince: Date;
  readonly lastFailedAt: Date;
  /** Warnings that went out since it started. */
  readonly warned: number;
}

export type HealthStep = { readonly step: 'wait' } | { readonly step: 'warn'; readonly days: number } | { readonly step: 'switch_off'; readonly days: number };

/**
 * What is due now. Nothing is said about an endpoint that did not fail in the last 24 hours: a quiet one must not be
 * switched off for one bad event; it is looked at again every day.
 *
 * @returns the step, and when to look again
 */
export function judgeHealth(clock: FailureClock, now: Date): HealthStep & { readonly nextLookAt: Date } {
  const since = clock.failingSince.getTime();
  const days = Math.max(0, Math.floor((now.getTime() - since) / DAY_MS));
  const nextLookAt = new Date(since + (days + 1) * DAY_MS);
  const failedLately = now.getTime() - clock.lastFailedAt.getTime() <= DAY_MS;
  if (!failedLately) return { step: 'wait', nextLookAt };
  if (days >= DAYS_TO_SWITCH_OFF) return { step: 'switch_off', days, nextLookAt };
  return days > clock.warned ? { step: 'warn', days, nextLookAt } : { step: 'wait', nextLookAt };
}

/**
 * Requests that may be in flight to an endpoint at once. One that keeps failing is asked one at a time, so that many dead
 * receivers cannot take the workers' places.
 *
 * @param most the setting for endpoints that answer
 */
export function inFlightCap(most: number, failingSince: Date | null, now: Date): number {
  return failingSince !== null && now.getTime() - failingSince.getTime() > PATIENT_MS ? 1 : most;
}
