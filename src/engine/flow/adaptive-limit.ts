/**
 * How many requests one host may have in flight through one egress. Additive increase while the limit is what holds requests back,
 * multiplicative decrease when the host refuses or answers none: the rule of TCP congestion control. Pure: the caller passes the time and
 * keeps the state.
 */

import { SECOND_MS } from '../../kernel/values/durations.js';

export interface AdaptiveLimit {
  /** Requests in flight for the whole fleet. */
  readonly concurrency: number;
  /** Until the first decrease the limit doubles with each round of responses, as in TCP's slow start. */
  readonly isSlowStart: boolean;
  /** Responses at a full limit since it last changed. */
  readonly credit: number;
  /** When it was last decreased, in milliseconds of the caller's clock. */
  readonly decreasedAt: number;
}

/** The limit of a host of which nothing is known. */
export const START_CONCURRENCY = 2;

export function startLimit(max: number): AdaptiveLimit {
  return { concurrency: Math.min(START_CONCURRENCY, max), isSlowStart: true, credit: 0, decreasedAt: Number.NEGATIVE_INFINITY };
}

/** The limit after a response. @param atLimit whether all slots were taken, so that the limit was what held requests back */
export function afterResponse(limit: AdaptiveLimit, atLimit: boolean, max: number): AdaptiveLimit {
  if (!atLimit || limit.concurrency >= max) return limit;
  const credit = limit.credit + 1;
  const needed = limit.isSlowStart ? 1 : limit.concurrency;
  return credit < needed ? { ...limit, credit } : { ...limit, credit: 0, concurrency: limit.concurrency + 1 };
}

/** The limit after a refusal (429, 503) or a timeout: half, once for those of a second. */
export function afterOverload(limit: AdaptiveLimit, now: number): AdaptiveLimit {
  if (now - limit.decreasedAt < SECOND_MS) return limit;
  return { concurrency: Math.max(1, Math.floor(limit.concurrency / 2)), isSlowStart: false, credit: 0, decreasedAt: now };
}
