import { SECOND_MS } from '../../kernel/values/durations.js';
import type { Mode } from './request-class.js';

/** How long a lookup waits for platforms that have no free slot, in milliseconds, by how its caller waits. */
export type QueueLimits = Readonly<Record<'wait' | 'async' | 'batch', number>>;

/** How long a request waits for a slot within an activity before its target is deferred. */
export const SLOT_WAIT_MS = SECOND_MS;

const FIRST_DELAY_MS = 750;
/** Growth of the delay from one deferral to the next: small, or lookups come back late to a host with a free slot. */
const GROWTH = 1.1;
const MAX_DELAY_MS = 20 * SECOND_MS;

/** How long a lookup waits for busy platforms in all, in milliseconds. An instant lookup does not wait. */
export function queueLimitMs(mode: Mode, limits: QueueLimits): number {
  if (mode === 'instant') return 0;
  return mode === 'batch' ? limits.batch : mode === 'async' ? limits.async : limits.wait;
}

/**
 * Delay after which a deferred shard is tried again, in milliseconds: longer each time.
 *
 * @param deferrals how often the shard was deferred before
 * @param random 0 to 1: spreads shards that were deferred together
 */
export function deferralDelayMs(deferrals: number, random: number): number {
  return Math.round(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * GROWTH ** deferrals) * (0.75 + random / 2));
}
