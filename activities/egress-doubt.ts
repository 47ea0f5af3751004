import type { CheckOutcome } from '../src/domain/lookup.js';
import type { Doubt } from '../src/domain/verdict.js';
import { PROBE_DEADLINE_MS } from './controls.js';

/** What is known of the way out that all requests take. Times are milliseconds before now. */
export interface EgressRecord {
  /** Whether it was failed at any moment within that time: then a failure says nothing of the platform. */
  readonly hasFailed: (withinMs: number) => boolean;
  /** Whether a request that was sent within that time has been answered. */
  readonly hasAnswered: (withinMs: number) => boolean;
}

/** A control failed some time before the outcome that rests on it. */
const LEEWAY_MS = 3_000;

/**
 * What a failed egress leaves behind: requests that failed, and controls that could not be run. The value tells how long before
 * such an outcome its cause may have been sent, beside what the request itself took.
 */
const MAYBE_EGRESS: Partial<Readonly<Record<Doubt, number>>> = {
  proxy_failed: 0, unreachable: 0, timeout: 0, uncalibrated: PROBE_DEADLINE_MS + LEEWAY_MS,
};

/** Whether the outcome is of a kind that a failed egress leaves behind. It takes several platforms, and time, to know. */
export function mayBeEgress({ doubt }: CheckOutcome): boolean {
  return doubt !== null && MAYBE_EGRESS[doubt] !== undefined;
}

/** Whether the egress has been seen to work since the outcome's request was sent: then its failure is the platform's own. */
export function isPlatformsOwn(egress: EgressRecord, { doubt, checkedAt, evidence }: CheckOutcome, now: number): boolean {
  const leeway = (doubt && MAYBE_EGRESS[doubt]) ?? 0;
  return egress.hasAnswered(now - checkedAt.getTime() + (evidence?.latencyMs ?? 0) + leeway);
}
