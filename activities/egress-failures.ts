import type { CheckOutcome } from '../src/domain/lookup/lookup.js';
import type { InconclusiveReason } from '../src/domain/evaluation/verdict.js';
import { PROBE_DEADLINE_MS } from './controls/control-probes.js';

/** What is known of the egress that all requests use. Times are milliseconds before now. */
export interface EgressHistory {
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
const POSSIBLE_EGRESS_REASONS: Partial<Readonly<Record<InconclusiveReason, number>>> = {
  proxy_failed: 0,
  unreachable: 0,
  timeout: 0,
  uncalibrated: PROBE_DEADLINE_MS + LEEWAY_MS,
};

/** Whether a failed egress may have caused the outcome. It takes several platforms, and time, to know. */
export function mayBeEgressFailure({ doubt }: CheckOutcome): boolean {
  return doubt !== null && POSSIBLE_EGRESS_REASONS[doubt] !== undefined;
}

/** Whether the egress has worked since the outcome's request was sent: then the failure is the platform's own. */
export function isPlatformFailure(egress: EgressHistory, { doubt, checkedAt, evidence }: CheckOutcome, now: number): boolean {
  const leeway = (doubt && POSSIBLE_EGRESS_REASONS[doubt]) ?? 0;
  return egress.hasAnswered(now - checkedAt.getTime() + (evidence?.latencyMs ?? 0) + leeway);
}
