import { isHighPriority, REQUEST_CLASSES, type RequestClass } from '../../domain/flow/request-class.js';

/** A request that waits for a slot. */
export interface Waiter {
  readonly requestClass: RequestClass;
  /** Within a class, slots rotate over these: the account. */
  readonly fairnessKey: string;
  /** Set when it no longer waits; it is then skipped. */
  isCancelled: boolean;
}

/** One slot in this many goes to the longest waiting request, so that a stream of high-priority requests starves none. */
const OLDEST_EVERY = 4;

/** Cancelled entries kept before the queue is compacted: this many, and as many as are waiting. */
const MAX_CANCELLED = 64;

/**
 * Requests that wait at one host. The highest class is served first; within a class slots rotate over the accounts. Of an account's
 * instant requests the newest goes first: under overload, first come first served would make each of them late, newest first only some.
 */
export class WaitQueue<W extends Waiter> {
  readonly #classes = new Map<RequestClass, Map<string, W[]>>();
  /** In the order of arrival, for the oldest. */
  #arrivals: W[] = [];
  #served = 0;
  #waiting = 0;
  readonly #waitingOf = new Map<RequestClass, number>();

  get length(): number {
    return this.#waiting;
  }

  get hasHighPriority(): boolean {
    const first = this.firstClass;
    return first !== undefined && isHighPriority(first);
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
    const accounts = this.#classes.get(waiter.requestClass) ?? new Map<string, W[]>();
    this.#classes.set(waiter.requestClass, accounts);
    const queue = accounts.get(waiter.fairnessKey);
    if (queue) queue.push(waiter);
    else accounts.set(waiter.fairnessKey, [waiter]);
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

  /** Removes and returns all waiters. */
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
        const left = queue.filter(isWaiting);
        if (left.length > 0) accounts.set(account, left);
        else accounts.delete(account);
      }
    }
  }

  #clear(): void {
    this.#classes.clear();
    this.#arrivals = [];
  }
}

function takeFrom<W extends Waiter>(queue: W[], isNewestFirst: boolean): W | undefined {
  while (queue.length > 0) {
    const waiter = isNewestFirst ? queue.pop() : queue.shift();
    if (waiter && !waiter.isCancelled) return waiter;
  }
  return undefined;
}
