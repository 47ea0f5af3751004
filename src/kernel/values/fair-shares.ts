/** Limits that accounts share. docs/load.md, "Fair by account". */

/**
 * Who holds how many places of a limit. One account alone may take all of them. Once they are taken, an account at its share (the limit,
 * divided by the accounts that hold places) is refused, and one below it still gets a place beyond the limit: whatever one account does,
 * others find their shares. Twice the limit is reached at most, and only until those above their shares have given places back: they get
 * none again before the total is below the limit.
 */
export class AccountShares {
  readonly #held = new Map<string, number>();
  #total = 0;

  /** Places taken by all accounts. */
  get total(): number {
    return this.#total;
  }

  /** Whether an account may take a further place of a limit. */
  admits(account: string, limit: number): boolean {
    if (this.#total < limit) return true;
    const held = this.#held.get(account) ?? 0;
    const share = limit / (this.#held.size + (held === 0 ? 1 : 0));
    if (held + 1 <= share) return true;
    // More accounts than places: the limit is what it is where each holds one.
    return held === 0 && this.mayExceed(limit) && [...this.#held.values()].some((each) => each > 1);
  }

  /** Whether a place beyond the limit may be given to an account that is behind others. */
  mayExceed(limit: number): boolean {
    return this.#total < 2 * limit;
  }

  /** Whether an account, with one more, holds no more than accounts do on average. */
  isBehind(account: string): boolean {
    const held = this.#held.get(account) ?? 0;
    return held + 1 <= this.#total / (this.#held.size + (held === 0 ? 1 : 0));
  }

  take(account: string): void {
    this.#held.set(account, (this.#held.get(account) ?? 0) + 1);
    this.#total += 1;
  }

  /** Gives a place back that was taken. */
  give(account: string): void {
    const left = (this.#held.get(account) ?? 0) - 1;
    if (left > 0) this.#held.set(account, left);
    else this.#held.delete(account);
    this.#total -= 1;
  }
}

/** Of one account, short work and deep. */
class AccountQueue<T> {
  readonly short = new Set<T>();
  readonly deep = new Set<T>();
  #isDeepNext = false;

  get length(): number {
    return this.short.size + this.deep.size;
  }

  /** The items whose turn it is. */
  next(): Set<T> {
    const next = this.short.size === 0 || (this.#isDeepNext && this.deep.size > 0) ? this.deep : this.short;
    this.#isDeepNext = next === this.short;
    return next;
  }
}

/**
 * What waits, in the order of docs/load.md, "Fair by account": accounts take turns, and so do the short and the deep work of each, so that
 * two lookups of the strongest platforms do not wait for fifty of every platform that were sent before.
 */
export class FairQueue<T> {
  /** The account whose turn it is first. */
  readonly #accounts = new Map<string, AccountQueue<T>>();
  #length = 0;
  #deep = 0;

  get length(): number {
    return this.#length;
  }

  /** Items of short work. */
  get lengthShort(): number {
    return this.#length - this.#deep;
  }

  add(account: string, item: T, isDeep = false): void {
    const queue = this.#accounts.get(account) ?? new AccountQueue();
    this.#accounts.set(account, queue);
    queue[isDeep ? 'deep' : 'short'].add(item);
    this.#length += 1;
    if (isDeep) this.#deep += 1;
  }

  /** Removes an item that waits no longer, or that was served out of turn: its account then goes behind the others. */
  remove(account: string, item: T, isServed = false): void {
    const queue = this.#accounts.get(account);
    const isDeep = queue?.deep.delete(item) ?? false;
    if (!queue || (!isDeep && !queue.short.delete(item))) return;
    this.#length -= 1;
    if (isDeep) this.#deep -= 1;
    if (queue.length > 0 && !isServed) return;
    this.#accounts.delete(account);
    if (queue.length > 0) this.#accounts.set(account, queue);
  }

  /**
   * Removes the next item, and puts its account behind the others.
   *
   * @param admits whether an account may have one
   * @param newestFirst whether the last that came of an account goes first
   */
  take(admits: (account: string) => boolean = () => true, newestFirst = false): T | undefined {
    for (const [account, queue] of this.#accounts) {
      if (!admits(account)) continue;
      const items = queue.next();
      const [item] = newestFirst ? [...items].slice(-1) : items;
      if (item !== undefined) this.remove(account, item, true);
      return item;
    }
    return undefined;
  }

  /** Removes all items. */
  clear(): T[] {
    const all = [...this.#accounts.values()].flatMap(({ short, deep }) => [...short, ...deep]);
    this.#accounts.clear();
    this.#length = this.#deep = 0;
    return all;
  }
}

interface Waiting {
  readonly account: string;
  readonly begin: () => void;
  readonly drop: (reason: Error) => void;
}

/** Runs tasks within a limit, in the order of a `FairQueue`. */
export class FairLimiter {
  readonly #shares = new AccountShares();
  readonly #queue = new FairQueue<Waiting>();
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Tasks that run at once, besides those of accounts below their share. */
  get limit(): number {
    return this.#limit;
  }

  set limit(limit: number) {
    this.#limit = limit;
    this.#serve();
  }

  get running(): number {
    return this.#shares.total;
  }

  get waiting(): number {
    return this.#queue.length;
  }

  /** Those of them that are not deep. */
  get waitingShort(): number {
    return this.#queue.lengthShort;
  }

  /** Runs a task when it is its turn. @throws what the task throws; an error when it was dropped */
  async run<T>(account: string, task: () => Promise<T>, isDeep = false): Promise<T> {
    const end = await this.turn(account, isDeep);
    try {
      return await task();
    } finally {
      end();
    }
  }

  /** Waits for the turn of a task. @returns to be called once, at its end @throws an error when it was dropped */
  async turn(account: string, isDeep = false): Promise<() => void> {
    await new Promise<void>((begin, drop) => {
      this.#queue.add(account, { account, begin, drop }, isDeep);
      this.#serve();
    });
    return () => {
      this.#shares.give(account);
      this.#serve();
    };
  }

  /** Drops the tasks that wait. */
  clear(): void {
    for (const { drop } of this.#queue.clear()) drop(new Error('dropped before its turn'));
  }

  #serve(): void {
    const admits = (account: string): boolean => this.#shares.admits(account, this.#limit);
    for (let next = this.#queue.take(admits); next; next = this.#queue.take(admits)) {
      this.#shares.take(next.account);
      next.begin();
    }
  }
}

/** Makes a piece of a stream in its turn, so that many streams do not read and present at once. */
export type ReadLimiter = <T>(read: () => Promise<T>) => Promise<T>;
