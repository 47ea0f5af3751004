import type { OutboundFailure } from './failure.js';

export interface RetryPolicy {
  /** Further attempts after the first, for one call. */
  readonly attempts: number;
  /** Milliseconds before the first further attempt; doubled for each later one, and randomly reduced, by half at most. */
  readonly pauseMs: number;
}

/** Gateways that lost their backend for a moment; with `Retry-After` the platform itself has asked for a longer backoff. */
const TRANSIENT_STATUSES = new Set([502, 503]);

/** Whether a complete response is transient: a retry may give a better one. */
export function isTransientResponse(status: number, headers: Readonly<Record<string, string>>, expected: ReadonlySet<number>): boolean {
  return (
    TRANSIENT_STATUSES.has(status) && headers['retry-after'] === undefined && headers['cf-mitigated'] === undefined && !expected.has(status)
  );
}

/** Whether a failure is transient: a new connection may succeed. */
export function isTransientFailure(failure: OutboundFailure): boolean {
  return failure.transient;
}

/** Milliseconds to wait before further attempt `n` (1, 2, …), with jitter so that replicas do not retry together. */
export function retryDelayMs(policy: RetryPolicy, n: number, random: () => number = Math.random): number {
  return policy.pauseMs * 2 ** (n - 1) * (0.5 + random() / 2);
}
