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
    return held === 0 && this.#total < 2 * limit && [...this.#held.values()].some((each) => each > 1);
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

interface Waiting {
  readonly isDeep: boolean;
  readonly begin: () => void;
  readonly drop: (reason: Error) => void;
}

/** Runs tasks within a limit: those of different accounts in turn, of one account its short and deep ones in turn, as they came. */
export class FairLimiter {
  readonly #shares = new AccountShares();
  readonly #queues = new Map<string, AccountQueue<Waiting>>();
  #waiting = 0;
  #waitingDeep = 0;
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
    return this.#waiting;
  }

  /** Those of them that are not deep. */
  get waitingShort(): number {
    return this.#waiting - this.#waitingDeep;
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
      const queue = this.#queues.get(account) ?? new AccountQueue();
      queue.add({ begin, drop, isDeep }, isDeep);
      this.#queues.set(account, queue);
      this.#waiting += 1;
      if (isDeep) this.#waitingDeep += 1;
      this.#serve();
    });
    return () => {
      this.#shares.give(account);
      this.#serve();
    };
  }

  /** Drops the tasks that wait. */
  clear(): void {
    const dropped = [...this.#queues.values()].flatMap(({ all }) => all);
    this.#queues.clear();
    this.#waiting = 0;
    this.#waitingDeep = 0;
    for (const { drop } of dropped) drop(new Error('dropped before its turn'));
  }

  #serve(): void {
    for (let next = this.#next(); next; next = this.#next()) next.begin();
  }

  /** Takes the first task of the account whose turn it is, and puts that account behind the others. */
  #next(): Waiting | undefined {
    for (const [account, queue] of this.#queues) {
      if (!this.#shares.admits(account, this.#limit)) continue;
      this.#queues.delete(account);
      const first = queue.take();
      if (queue.length > 0) this.#queues.set(account, queue);
      this.#shares.take(account);
      this.#waiting -= 1;
      if (first?.isDeep) this.#waitingDeep -= 1;
      return first;
    }
    return undefined;
  }
}

/** Makes a piece of a stream in its turn, so that many streams do not read and present at once. */
export type ReadLimiter = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * What waits of one account: short work and deep in turn, so that two lookups of the strongest platforms do not wait for fifty of every
 * platform that were sent before. docs/load.md, "Fair by account".
 */
export class AccountQueue<T> {
  #short: T[] = [];
  #deep: T[] = [];
  #isDeepNext = false;

  get length(): number {
    return this.#short.length + this.#deep.length;
  }

  add(item: T, isDeep = false): void {
    (isDeep ? this.#deep : this.#short).push(item);
  }

  /** Removes the next item: of the kind whose turn it is, the one that came first; with `newestFirst` the one that came last. */
  take(newestFirst = false): T | undefined {
    const next = this.#short.length === 0 || (this.#isDeepNext && this.#deep.length > 0) ? this.#deep : this.#short;
    this.#isDeepNext = next === this.#short;
    return newestFirst ? next.pop() : next.shift();
  }

  /** Drops what no longer waits. */
  filter(isWaiting: (item: T) => boolean): void {
    this.#short = this.#short.filter(isWaiting);
    this.#deep = this.#deep.filter(isWaiting);
  }

  /** All items, in no particular order. */
  get all(): readonly T[] {
    return [...this.#short, ...this.#deep];
  }
}
