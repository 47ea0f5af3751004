/** Instant lookups that no worker takes in time: what is stored answers them. docs/contract.md, 3.4. */
import { USUAL_SHARE } from '../../../engine/flow/instant.js';
import { withTimeout } from '../../../kernel/net/deadline.js';

export interface UntakenLookup {
  readonly lookupId: string;
  /** Platforms that its caller named and that it is not to ask: a worker that finds the plan takes what it omits as said. */
  readonly busy: readonly string[];
}

export interface UntakenContext {
  /** Plans a lookup as a worker would, if some of it is known, and records that. A worker that comes later finds the plan, and goes on. */
  readonly planKnown: (lookup: UntakenLookup) => Promise<unknown>;
}

/**
 * What is not planned before a fault, or by the deadline, stays unknown to its caller; the lookup waits for a worker.
 *
 * @param deadline `performance.now()` at which its response leaves
 */
export const planUntaken = ({ planKnown }: UntakenContext, lookup: UntakenLookup, deadline: number): Promise<unknown> =>
  withTimeout(
    planKnown(lookup).catch(() => null),
    deadline - performance.now(),
    () => null,
  );

/**
 * Plans a lookup once half of its time is over: an answer to a request that a worker begins then would come too late.
 *
 * @param deadline as above
 * @returns to be called when it has a plan, or its response leaves
 */
export function planWhenLate(ctx: UntakenContext, lookup: UntakenLookup, deadline: number): () => void {
  const timer = setTimeout(() => void planUntaken(ctx, lookup, deadline), (deadline - performance.now()) * USUAL_SHARE);
  return () => clearTimeout(timer);
}
