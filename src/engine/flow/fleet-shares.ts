/**
 * Dividing a limit of the whole fleet among its workers. All workers see the same members in the same order, so each computes
 * its own share and the shares add up to the limit, whatever the limit is.
 */

import { fnv1a } from '../../kernel/values/fnv1a.js';

/** A limit on the requests to one host through one egress, for the whole fleet. */
export interface FlowLimit {
  /** Requests in flight. */
  readonly concurrency: number;
  /** Requests started within any second. */
  readonly perSecond: number;
}

/** A limit with what it may grow to. */
export interface SharedLimit extends FlowLimit {
  readonly maxConcurrency: number;
}

/** A worker's position among those that use an egress. */
export interface FleetPosition {
  /** Counted from 0, in the order of the members' ids. */
  readonly index: number;
  readonly members: number;
}

export const SOLE_MEMBER: FleetPosition = { index: 0, members: 1 };
export const NO_SHARE: FlowLimit = { concurrency: 0, perSecond: 0 };

/** The members that get the odd slots differ from host to host, so that no worker is favoured at all of them. */
function rotation(key: string, members: number): number {
  return fnv1a(key) % members;
}

/** What the holder at an index gets when `total` is dealt out one by one from the first. */
function dealtTo(total: number, position: number, holders: number): number {
  return Math.floor(total / holders) + (position < total % holders ? 1 : 0);
}

/**
 * One worker's share of a limit. Slots follow the host's present limit, which workers learn at different times: a lower one gives no
 * worker more slots, so that together they never hold more than the highest. The rate does not follow it, because what one worker gains
 * another has already used within the second: it is dealt out among all that could hold a slot.
 *
 * @param key host and egress
 */
export function shareOf(limit: SharedLimit, { index, members }: FleetPosition, key: string): FlowLimit {
  const { concurrency, maxConcurrency, perSecond } = limit;
  const position = (index + rotation(key, members)) % members;
  const slots = dealtTo(concurrency, position, members);
  return slots === 0 ? NO_SHARE : { concurrency: slots, perSecond: dealtTo(perSecond, position, Math.min(members, maxConcurrency)) };
}
