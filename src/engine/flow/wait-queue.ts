import { AccountQueue } from '../../kernel/values/fair-shares.js';
import { isHighPriority, REQUEST_CLASSES, type RequestClass } from './request-class.js';

export interface Waiter {
  readonly requestClass: RequestClass;
  /** Within a class, slots rotate over these: the account. */
  readonly fairnessKey: string;
  /** Of an account, short and deep lookups take turns. */
  readonly isDeep?: boolean | undefined;
  /** Set when it no longer waits; it is then skipped. */
  isCancelled: boolean;
}

/** One slot in this many goes to the longest waiting request, so that a stream of high-priority requests starves none. */
const OLDEST_EVERY = 4;

/** Cancelled entries kept before the queue is compacted: this many, and as many as are waiting. */
const MAX_CANCELLED = 64;

/**
 * Requests that wait at one host. The highest class is served first; within a class slots rotate over the accounts, and over
 * short and deep lookups of each. Of an account's instant requests the newest goes first: under overload, first come first served would
 * make each of them late, newest first only some.
 */
export class WaitQueue<W extends Waiter> {
  readonly #classes = new Map<RequestClass, Map<string, AccountQueue<W>>>();
  /** In the order of arrival, for the oldest. */
  #arrivals: W[] = [];
  #served = 0;
  #waiting = 0;
  readonly #waitingOf = new Map<RequestClass, number>();

  get length(): number {
    return this.#waiting;
  }

  get hasHighPriority(): boolean {
    return this.highPriority > 0;
  }

  /** Waiting high-priority requests. */
  get highPriority(): number {
    return REQUEST_CLASSES.reduce((sum, each) => sum + (isHighPriority(each) ? (this.#waitingOf.get(each) ?? 0) : 0), 0);
  }

  /** The highest class with a waiting request. */
  get firstClass(): RequestClass | undefined {
    return REQUEST_CLASSES.find((requestClass) => (this.#waitingOf.get(requestClass) ?? 0) > 0);
  }

  /** Entries held, cancelled ones included. */
  get entryCount(): number {
    return this.#arrivals.length;
  }

  add(waiter: W): void {
    if (this.#arrivals.length > 2 * this.#waiting + MAX_CANCELLED) this.#compact();
    const accounts = this.#classes.get(waiter.requestClass) ?? new Map<string, AccountQueue<W>>();
    this.#classes.set(waiter.requestClass, accounts);
    const queue = accounts.get(waiter.fairnessKey) ?? new AccountQueue<W>();
    accounts.set(waiter.fairnessKey, queue);
    queue.add(waiter, waiter.isDeep);
    this.#arrivals.push(waiter);
    this.#count(waiter, 1);
  }

  /** Cancels a waiter. No effect when it no longer waits. */
  cancel(waiter: W): void {
    if (waiter.isCancelled) return;
    waiter.isCancelled = true;
    this.#count(waiter, -1);
    if (this.#waiting === 0) this.#clear();
  }

  /** Removes and returns the next waiter that `mayStart` admits; undefined when there is none. */
  take(mayStart: (requestClass: RequestClass) => boolean): W | undefined {
    if (this.#waiting === 0) return undefined;
    const oldest = (this.#served + 1) % OLDEST_EVERY === 0 ? this.#oldest() : undefined;
    const next = oldest && mayStart(oldest.requestClass) ? oldest : this.#first(mayStart);
    if (next) {
      this.#served += 1;
      this.#sendBehind(next);
      this.cancel(next);
    }
    return next;
  }

  drain(): W[] {
    const all = this.#arrivals.filter((waiter) => !waiter.isCancelled);
    for (const waiter of all) this.cancel(waiter);
    return all;
  }

  #first(mayStart: (requestClass: RequestClass) => boolean): W | undefined {
    for (const requestClass of REQUEST_CLASSES) {
      const accounts = this.#classes.get(requestClass);
      if (!accounts || !mayStart(requestClass)) continue;
      for (const [account, queue] of accounts) {
        const next = takeFrom(queue, requestClass === 'instant');
        if (next) return next;
        accounts.delete(account);
      }
    }
    return undefined;
  }

  /** Moves the account that was served behind the others. */
  #sendBehind({ requestClass, fairnessKey }: W): void {
    const accounts = this.#classes.get(requestClass);
    const queue = accounts?.get(fairnessKey);
    if (!accounts || !queue) return;
    accounts.delete(fairnessKey);
    if (queue.length > 0) accounts.set(fairnessKey, queue);
  }

  #oldest(): W | undefined {
    while (this.#arrivals[0]?.isCancelled) this.#arrivals.shift();
    return this.#arrivals[0];
  }

  #count(waiter: W, change: 1 | -1): void {
    this.#waiting += change;
    this.#waitingOf.set(waiter.requestClass, (this.#waitingOf.get(waiter.requestClass) ?? 0) + change);
  }

  /** Drops cancelled entries: while the queue is never empty, some of them would never be reached. */
  #compact(): void {
    const isWaiting = (waiter: W): boolean => !waiter.isCancelled;
    this.#arrivals = this.#arrivals.filter(isWaiting);
    for (const accounts of this.#classes.values()) {
      for (const [account, queue] of accounts) {
        queue.filter(isWaiting);
        if (queue.length === 0) accounts.delete(account);
      }
    }
  }

  #clear(): void {
    this.#classes.clear();
    this.#arrivals = [];
  }
}

function takeFrom<W extends Waiter>(queue: AccountQueue<W>, isNewestFirst: boolean): W | undefined {
  while (queue.length > 0) {
    const waiter = queue.take(isNewestFirst);
    if (waiter && !waiter.isCancelled) return waiter;
  }
  return undefined;
}

/** Hosts at which a waiting request might be served now. Those with high-priority requests come first. */
export class ReadyHosts<H> {
  readonly #highPriority = new Set<H>();
  readonly #normal = new Set<H>();
  #served = 0;

  /** Adds a host at the end, so that hosts get slots in rotation. */
  add(host: H, isHighPriority: boolean): void {
    this.#normal.delete(host);
    this.#highPriority.delete(host);
    (isHighPriority ? this.#highPriority : this.#normal).add(host);
  }

  /**
   * Removes and returns the next host. One call in four starts with the others, so that high priority starves none.
   *
   * @param highPriorityOnly whether the slot is for urgent requests only
   */
  next(highPriorityOnly: boolean): H | undefined {
    if (highPriorityOnly) return takeFirst(this.#highPriority);
    this.#served += 1;
    const [first, second] = this.#served % 4 === 0 ? [this.#normal, this.#highPriority] : [this.#highPriority, this.#normal];
    return takeFirst(first) ?? takeFirst(second);
  }
}

function takeFirst<H>(hosts: Set<H>): H | undefined {
  for (const host of hosts) {
    hosts.delete(host);
    return host;
  }
  return undefined;
}

const SECOND_MS = 1_000;
/** This many requests may always wait before there is no more room, however few are sent. */
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
