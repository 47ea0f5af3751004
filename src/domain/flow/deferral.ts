import type { Delivery } from '../lookup.js';

/** How long a lookup waits for platforms that have no free slot, in milliseconds, by how its caller waits. */
export type QueueLimits = Readonly<Record<'wait' | 'async' | 'batch', number>>;

/** How long a request waits for a slot within an activity before its target is deferred. */
export const SLOT_WAIT_MS = 1_000;

const FIRST_DELAY_MS = 750;
/** From one deferral to the next: little, or a host with a free slot waits for lookups that come back late. */
const GROWTH = 1.1;
const MAX_DELAY_MS = 20_000;
/** What one deferral costs the engine in CPU time, about 5 ms: those of one worker use a tenth of a processor at most. */
const BACKLOG_DELAY_MS = 50;

/** How long a lookup waits for busy platforms in all. An instant lookup comes back for none. */
export function queueLimitMs(delivery: Delivery, limits: QueueLimits): number {
  if (delivery === 'instant') return 0;
  return delivery === 'batch' ? limits.batch : delivery === 'async' ? limits.async : limits.wait;
}

/**
 * When a deferred shard comes back, in milliseconds: later each time, and later the more are deferred.
 *
 * @param deferrals how often the shard was deferred before
 * @param backlog deferred shards of this worker that have not come back
 * @param random 0 to 1: shards that were deferred together do not come back together
 */
export function deferralDelayMs(deferrals: number, backlog: number, random: number): number {
  const grown = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * GROWTH ** deferrals);
  return Math.round(Math.max(grown, backlog * BACKLOG_DELAY_MS) * (0.75 + random / 2));
}
