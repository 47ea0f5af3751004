import type { OutboundFailure } from './failure.js';

export interface RetryPolicy {
  /** Further attempts after the first, for one call. */
  readonly attempts: number;
  /** Milliseconds before the first further attempt; doubled for each later one, and shortened by chance to a half at most. */
  readonly pauseMs: number;
}

/** Gateways that lost their backend for a moment; with `Retry-After` the platform itself has asked for a longer pause. */
const PASSING = new Set([502, 503]);

/** Whether a complete answer is one that a moment later may be better. */
export function isPassingAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
  expected: ReadonlySet<number>,
): boolean {
  return (
    PASSING.has(status) &&
    headers['retry-after'] === undefined &&
    headers['cf-mitigated'] === undefined &&
    !expected.has(status)
  );
}

/** Whether a failure is one that a new connection may not meet. */
export function isPassingFailure(failure: OutboundFailure): boolean {
  return failure.transient;
}

/** Milliseconds to wait before further attempt `n` (1, 2, …), spread so that replicas do not come back together. */
export function pauseBefore(policy: RetryPolicy, n: number, random: () => number = Math.random): number {
  return policy.pauseMs * 2 ** (n - 1) * (0.5 + random() / 2);
}

/** Waits; false when the signal came first. */
export function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onAbort = () => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve(true);
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
