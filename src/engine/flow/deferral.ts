import { SECOND_MS } from '../../kernel/values/durations.js';
import type { Mode } from './request-class.js';

/** How long a lookup waits for platforms that have no free slot, in milliseconds, by how its caller waits. */
export type QueueLimits = Readonly<Record<'wait' | 'async' | 'batch', number>>;

/** How long a request waits for a slot within an activity before its target is deferred. */
export const SLOT_WAIT_MS = SECOND_MS;

/** Part of the time waited so far by which a lookup may come back late to a host with a free slot. */
const LATE_PART = 0.1;

/** How long a lookup waits for busy platforms in all, in milliseconds. An instant lookup does not wait. */
export function queueLimitMs(mode: Mode, limits: QueueLimits): number {
  if (mode === 'instant') return 0;
  return mode === 'batch' ? limits.batch : mode === 'async' ? limits.async : limits.wait;
}

/**
 * Delay after which a deferred shard is tried again, in milliseconds: a part of what the shard has waited, and at most as long as a request
 * waits for its slot. So it is late by little, and even an hour of waiting is some hundred attempts, however many shards wait.
 *
 * @param waitedMs for how long it has waited in all
 * @param random 0 to 1: spreads shards that were deferred together. Without, 200 that wait for a host keep it in use for 15 % of ten
 *   minutes, not 42 %, in the model
 */
export function deferralDelayMs(waitedMs: number, random: number): number {
  return Math.round(LATE_PART * waitedMs + SLOT_WAIT_MS * random);
}
