/**
 * The circuit breaker of one host and egress. Closed: requests pass. Open: they are refused at once. When the open time is over
 * (half-open), one trial request decides; other requests are still refused meanwhile. A slow host that responds is never open.
 */

export interface Circuit {
  /** Timeouts and connection failures since the last response. */
  readonly failures: number;
  /** Until when requests are refused, in milliseconds of the caller's clock; null: closed. */
  readonly openUntil: number | null;
  /** How often it has opened without a response in between. */
  readonly trips: number;
}

export type CircuitState = 'closed' | 'open' | 'trial_due';

export const CLOSED: Circuit = { failures: 0, openUntil: null, trips: 0 };

/** Consecutive failures that open it. */
export const FAILURES_TO_OPEN = 3;
/** Open times, in milliseconds: a host that recovers is used again within a minute, a trial of ten seconds included. */
const OPEN_MS = [10_000, 20_000, 40_000] as const;
/**
 * A host counts as failed before the requests' own deadline if all its slots have been taken for this long, in milliseconds, without a
 * response, or if as many requests as open the circuit have waited for this long since its last response.
 */
const STALL_MS = 5_000;
/**
 * Nor before so many times its usual latency, or that of the egress at present: a busy machine makes everything slow. In the model, 82
 * checks of 7,200 are refused wrongly while all is eight times slower; with a factor of five 123, without the egress 497.
 */
const STALL_FACTOR = 8;

export function stateOf(circuit: Circuit, now: number): CircuitState {
  if (circuit.openUntil === null) return 'closed';
  return circuit.openUntil > now ? 'open' : 'trial_due';
}

/** Opens the circuit for longer each time. */
export function opened(circuit: Circuit, now: number): Circuit {
  const openMs = OPEN_MS[Math.min(circuit.trips, OPEN_MS.length - 1)] ?? OPEN_MS[0];
  return { failures: circuit.failures, openUntil: now + openMs, trips: circuit.trips + 1 };
}

/** The circuit after a timeout or a connection failure. A failed trial opens it again. */
export function afterFailure(circuit: Circuit, now: number): Circuit {
  const failed = { ...circuit, failures: circuit.failures + 1 };
  const mustOpen = circuit.openUntil === null ? failed.failures >= FAILURES_TO_OPEN : stateOf(circuit, now) === 'trial_due';
  return mustOpen ? opened(failed, now) : failed;
}

/** Usual latencies of responses, in milliseconds; null when unknown. */
export interface TypicalTimes {
  readonly host: number | null;
  readonly egress: number | null;
}

/**
 * Whether a host has stalled: its requests in flight, or as many of them as open the circuit, take longer than any response should.
 *
 * @param waitingMs milliseconds since the newest of those requests was sent
 */
export function isStalled(waitingMs: number, typical: TypicalTimes): boolean {
  return waitingMs >= Math.max(STALL_MS, STALL_FACTOR * Math.max(typical.host ?? 0, typical.egress ?? 0));
}
