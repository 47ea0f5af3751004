import { FairQueue } from '../../kernel/values/fair-shares.js';
import { SECOND_MS } from '../../kernel/values/durations.js';
import { isHighPriority, REQUEST_CLASSES, type RequestClass } from './request-class.js';

export interface Waiter {
  readonly requestClass: RequestClass;
  /** Within a class, slots rotate over these: the account. */
  readonly fairnessKey: string;
  /** Of an account, short and deep lookups take turns. */
  readonly isDeep?: boolean | undefined;
}

/** One slot in this many goes to who has waited longest, so that a stream of high-priority requests starves none. */
const OLDEST_EVERY = 4;

/**
 * Requests that wait at one host. The highest class is served first; within a class slots rotate as in a `FairQueue`. Of an account's
 * instant requests the newest goes first: under overload, first come first served would make each of them late, newest first only some.
 */
export class WaitQueue<W extends Waiter> {
  readonly #classes = new Map<RequestClass, FairQueue<W>>();
  /** In the order of arrival, for the oldest. */
  readonly #arrivals = new Set<W>();
  #served = 0;

  get length(): number {
    return this.#arrivals.size;
  }

  get hasHighPriority(): boolean {
    return this.highPriority > 0;
  }

  /** Waiting high-priority requests. */
  get highPriority(): number {
    return REQUEST_CLASSES.reduce((sum, each) => sum + (isHighPriority(each) ? this.#waitingOf(each) : 0), 0);
  }

  /** The highest class with a waiting request. */
  get firstClass(): RequestClass | undefined {
    return REQUEST_CLASSES.find((requestClass) => this.#waitingOf(requestClass) > 0);
  }

  has(waiter: W): boolean {
    return this.#arrivals.has(waiter);
  }

  add(waiter: W): void {
    const queue = this.#classes.get(waiter.requestClass) ?? new FairQueue<W>();
    this.#classes.set(waiter.requestClass, queue);
    queue.add(waiter.fairnessKey, waiter, waiter.isDeep);
    this.#arrivals.add(waiter);
  }

  /** Cancels a waiter. No effect when it no longer waits. */
  cancel(waiter: W): void {
    this.#remove(waiter, false);
  }

  /** Removes and returns the next waiter that `mayStart` admits; undefined when there is none. */
  take(mayStart: (requestClass: RequestClass) => boolean): W | undefined {
    const [oldest] = (this.#served + 1) % OLDEST_EVERY === 0 ? this.#arrivals : [];
    const next = oldest && mayStart(oldest.requestClass) ? oldest : this.#first(mayStart);
    if (next === undefined) return undefined;
    this.#served += 1;
    this.#remove(next, true);
    return next;
  }

  drain(): W[] {
    const all = [...this.#arrivals];
    this.#arrivals.clear();
    this.#classes.clear();
    return all;
  }

  #waitingOf(requestClass: RequestClass): number {
    return this.#classes.get(requestClass)?.length ?? 0;
  }

  #first(mayStart: (requestClass: RequestClass) => boolean): W | undefined {
    const first = REQUEST_CLASSES.find((requestClass) => this.#waitingOf(requestClass) > 0 && mayStart(requestClass));
    return first && this.#classes.get(first)?.take(undefined, first === 'instant');
  }

  #remove(waiter: W, isServed: boolean): void {
    this.#arrivals.delete(waiter);
    this.#classes.get(waiter.requestClass)?.remove(waiter.fairnessKey, waiter, isServed);
  }
}

/** Hosts with high-priority requests, slow ones, and the others. */
const RANKS = ['awaited', 'slow', 'other'] as const;
export type HostRank = (typeof RANKS)[number];
/** The orders of one call in `OLDEST_EVERY`, in turn, so that no rank starves. */
const TURNS: readonly (readonly HostRank[])[] = [
  ['slow', 'other', 'awaited'],
  ['other', 'slow', 'awaited'],
];

/** Hosts at which a waiting request might be served now, by rank. */
export class ReadyHosts<H> {
  readonly #hosts: Readonly<Record<HostRank, Set<H>>> = { awaited: new Set(), slow: new Set(), other: new Set() };
  #served = 0;

  /** Adds a host at the end of its rank, so that hosts get slots in rotation. */
  add(host: H, rank: HostRank): void {
    for (const each of RANKS) this.#hosts[each].delete(host);
    this.#hosts[rank].add(host);
  }

  /** Removes and returns the next host. */
  next(): H | undefined {
    this.#served += 1;
    const turn = this.#served / OLDEST_EVERY;
    const ranks = Number.isInteger(turn) ? TURNS[turn % TURNS.length] : RANKS;
    const rank = ranks?.find((each) => this.#hosts[each].size > 0);
    return rank && takeFirst(this.#hosts[rank]);
  }

  /** Removes and returns the next host with high-priority requests; the others keep their places. */
  nextAwaited(): H | undefined {
    return takeFirst(this.#hosts.awaited);
  }
}

function takeFirst<H>(hosts: Set<H>): H | undefined {
  for (const host of hosts) {
    hosts.delete(host);
    return host;
  }
  return undefined;
}

/**
 * This many requests may always wait before there is no more room, however few are sent. Without, in the model, items of one account that
 * wait for a slow host let another account finish 338 items a minute, not 562; without any such room, ten items wait where one does.
 */
const MIN_CAPACITY = 100;

/** Requests that wait for slots, compared with the requests sent per second. */
export class Demand {
  waiting = 0;
  /** Those of them that are of deep lookups. */
  waitingDeep = 0;
  /** Present second of the clock, and the requests sent in it and in the one before. */
  #second = 0;
  #sent = 0;
  #sentBefore = 0;

  /** Counts requests that begin to wait, or wait no longer. */
  change(by: 1 | -1, isDeep = false): void {
    this.waiting += by;
    if (isDeep) this.waitingDeep += by;
  }

  countSent(now: number): void {
    this.#rotate(now);
    this.#sent += 1;
  }

  /** Whether a further request would get a slot within about a second: fewer of those before it wait than were sent in one. */
  hasCapacity(now: number, isDeep: boolean): boolean {
    this.#rotate(now);
    return this.waiting - (isDeep ? 0 : this.waitingDeep) < Math.max(MIN_CAPACITY, this.#sent, this.#sentBefore);
  }

  #rotate(now: number): void {
    const second = Math.floor(now / SECOND_MS);
    if (second === this.#second) return;
    this.#sentBefore = second === this.#second + 1 ? this.#sent : 0;
    this.#second = second;
    this.#sent = 0;
  }
}
