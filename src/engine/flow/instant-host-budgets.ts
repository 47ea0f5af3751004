import { AccountShares } from '../../kernel/values/fair-shares.js';
import { SECOND_MS } from '../../kernel/values/durations.js';

/** What hosts can still be asked, for a process that sends nothing itself. docs/load.md, "Instant beyond what hosts allow". */

/** Part of a second's requests that may be taken at once: with more, measured, a lookup's usual answers come late. */
const BURST = 0.25;
/** Requests that may be taken at once, however slow the host: one for each of two accounts. */
const FEWEST = 2;
/** What an answer of `busy` leaves of a host's rate here (with 0.85, twice as many lookups are empty), and what a second without adds. */
const BUSY_FACTOR = 0.7;
const RECOVERY_PER_SECOND = 0.05;

/** What a host allows the fleet at present. */
export interface HostAllowance {
  readonly host: string;
  readonly perSecond: number;
  readonly concurrency: number;
  /** How long a request usually takes, in milliseconds. */
  readonly usualMs: number;
}

/** Requests that count against a limit, oldest first, each until a time. Accounts share the limit. */
class Window {
  readonly #shares = new AccountShares();
  #taken: { readonly account: string; readonly until: number }[] = [];

  /** Forgets what no longer counts. @returns whether an account may take one more; one that is behind others may, up to twice the limit */
  admits(account: string, limit: number, now: number, isBehind: boolean): boolean {
    this.#forget(now);
    return this.#shares.admits(account, limit) || (isBehind && this.#shares.mayExceed(limit));
  }

  /** Whether an account, with one more, has no more than accounts have on average. */
  isBehind(account: string, now: number): boolean {
    this.#forget(now);
    return this.#shares.isBehind(account);
  }

  #forget(now: number): void {
    for (const { account } of this.#taken.filter(({ until }) => until <= now)) this.#shares.give(account);
    this.#taken = this.#taken.filter(({ until }) => until > now);
  }

  take(account: string, until: number): void {
    this.#shares.take(account);
    this.#taken.push({ account, until });
  }

  /** Gives one of an account back. */
  giveBack(account: string): void {
    const index = this.#taken.findIndex((each) => each.account === account);
    if (index < 0) return;
    this.#taken.splice(index, 1);
    this.#shares.give(account);
  }

  /** Until when the n-th newest counts. */
  until(n: number): number {
    return this.#taken.at(-n)?.until ?? 0;
  }
}

interface HostState {
  /** Requests until they start, if all wait for the rate. */
  readonly rate: Window;
  /** Requests until they end, if all take their usual time and wait for a slot. */
  readonly slots: Window;
  /** Requests of the last second: an account that seldom asks may ask twice in a moment. */
  readonly lastSecond: Window;
  /** Share of what the host allows that is taken here: others ask it too. */
  share: number;
  changedAt: number;
}

/**
 * Counts the requests that accepted lookups will send to each host, against its rate and against its slots: as many as it can start, one
 * after another, and none that would wait so long that its answer came late. Accounts share both. Who else asks it is not known: where
 * answers say that it was busy, less is taken of it for a while.
 */
export class HostBudgets {
  readonly #hosts = new Map<string, HostState>();

  /** @param withinMs time from the acceptance to a usual answer, unless a lookup has its own; @param now monotonic clock in milliseconds */
  constructor(
    private readonly withinMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a request at each of some hosts. @returns false when one of them cannot be asked now: nothing is taken */
  take(account: string, hosts: readonly HostAllowance[], withinMs: number = this.withinMs): boolean {
    if (!hosts.every((each) => this.#hasRoom(account, each, withinMs))) return false;
    const now = this.now();
    for (const { host, perSecond, concurrency, usualMs } of hosts) {
      const state = this.#stateOf(host);
      const { rate, slots } = state;
      rate.take(account, Math.max(now, rate.until(1)) + SECOND_MS / (perSecond * this.#shareOf(state)));
      slots.take(account, Math.max(now, slots.until(concurrency)) + usualMs);
      state.lastSecond.take(account, now + SECOND_MS);
    }
    return true;
  }

  /** Gives requests back that were not sent after all. */
  giveBack(account: string, hosts: readonly HostAllowance[]): void {
    for (const { host } of hosts) {
      const { rate, slots, lastSecond } = this.#stateOf(host);
      for (const each of [rate, slots, lastSecond]) each.giveBack(account);
    }
  }

  /** Notes that hosts were busy, once a second for each. */
  lower(hosts: readonly HostAllowance[]): void {
    for (const { host } of hosts) {
      const state = this.#stateOf(host);
      if (this.now() - state.changedAt < SECOND_MS) continue;
      state.share = this.#shareOf(state) * BUSY_FACTOR;
      state.changedAt = this.now();
    }
  }

  #hasRoom(account: string, { host, perSecond, concurrency, usualMs }: HostAllowance, withinMs: number): boolean {
    const now = this.now();
    const state = this.#stateOf(host);
    const share = this.#shareOf(state);
    const isBehind = state.lastSecond.isBehind(account, now);
    const rounds = Math.max(1, Math.floor(withinMs / usualMs));
    return (
      state.rate.admits(account, Math.max(FEWEST, Math.floor(perSecond * share * BURST)), now, isBehind) &&
      state.slots.admits(account, Math.ceil(concurrency * rounds * share), now, isBehind)
    );
  }

  #shareOf({ share, changedAt }: HostState): number {
    return Math.min(1, share + ((this.now() - changedAt) / SECOND_MS) * RECOVERY_PER_SECOND);
  }

  #stateOf(host: string): HostState {
    const state = this.#hosts.get(host) ?? {
      rate: new Window(),
      slots: new Window(),
      lastSecond: new Window(),
      share: 1,
      changedAt: Number.NEGATIVE_INFINITY,
    };
    this.#hosts.set(host, state);
    return state;
  }
}
