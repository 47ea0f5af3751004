import type { CheckOutcome } from '../src/domain/lookup.js';
import type { Doubt } from '../src/domain/verdict.js';
import { PROBE_DEADLINE_MS } from './controls.js';

/** What is known of the egress that all requests use. Times are milliseconds before now. */
export interface EgressRecord {
  /** Whether it had failed at any moment within that time: then a failure says nothing about the platform. */
  readonly hasFailed: (withinMs: number) => boolean;
  /** Whether a request that was sent within that time has been answered. */
  readonly hasAnswered: (withinMs: number) => boolean;
}

/** A control failed some time before the outcome that rests on it. */
const LEEWAY_MS = 3_000;

/**
 * Reasons that a failed egress may cause: requests that failed, and controls that could not be run. The value says how long before
 * such an outcome the request that caused it may have been sent, in milliseconds, on top of the request's own latency.
 */
const MAYBE_EGRESS: Partial<Readonly<Record<Doubt, number>>> = {
  proxy_failed: 0,
  unreachable: 0,
  timeout: 0,
  uncalibrated: PROBE_DEADLINE_MS + LEEWAY_MS,
};

/** Whether a failed egress may have caused the outcome. It takes several platforms, and time, to know. */
export function mayBeEgress({ doubt }: CheckOutcome): boolean {
  return doubt !== null && MAYBE_EGRESS[doubt] !== undefined;
}

/** Whether the egress has worked since the outcome's request was sent: then the failure is the platform's own. */
export function isPlatformsOwn(egress: EgressRecord, { doubt, checkedAt, evidence }: CheckOutcome, now: number): boolean {
  const leeway = (doubt && MAYBE_EGRESS[doubt]) ?? 0;
  return egress.hasAnswered(now - checkedAt.getTime() + (evidence?.latencyMs ?? 0) + leeway);
}
