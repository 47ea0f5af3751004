/**
 * Dividing a limit of the whole fleet among its workers. All workers see the same members in the same order, so each computes
 * its own share and the shares add up to the limit, whatever the limit is.
 */

/** A limit on the requests to one host through one egress, for the whole fleet. */
export interface FlowLimit {
  /** Requests in flight. */
  readonly concurrency: number;
  /** Requests started within any second. */
  readonly perSecond: number;
}

/** A worker's place among those that use an egress. */
export interface FleetPosition {
  /** Counted from 0, in the order of the members' ids. */
  readonly index: number;
  readonly members: number;
}

export const ALONE: FleetPosition = { index: 0, members: 1 };
export const NO_SHARE: FlowLimit = { concurrency: 0, perSecond: 0 };

/** FNV-1a: which members get the odd slots differs from host to host, so that no worker is favoured at all of them. */
function rotation(key: string, members: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193) >>> 0;
  return hash % members;
}

/** Slots of the members before the `index`-th, when `slots` are dealt out one by one from the first. */
function dealtBefore(slots: number, index: number, members: number): number {
  return Math.floor(slots / members) * index + Math.min(index, slots % members);
}

/**
 * One worker's share of a limit. The rate goes to those that have slots, in proportion.
 *
 * @param key host and egress
 */
export function shareOf(limit: FlowLimit, { index, members }: FleetPosition, key: string): FlowLimit {
  if (members === 1) return limit;
  const place = (index + rotation(key, members)) % members;
  const before = dealtBefore(limit.concurrency, place, members);
  const after = dealtBefore(limit.concurrency, place + 1, members);
  if (after === before) return NO_SHARE;
  const rateUpTo = (slots: number): number => Math.floor((limit.perSecond * slots) / limit.concurrency);
  return { concurrency: after - before, perSecond: rateUpTo(after) - rateUpTo(before) };
}
