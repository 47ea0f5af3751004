/** What hosts can still be asked, for a process that sends nothing itself. docs/load.md, "Instant beyond what hosts allow". */

const SECOND_MS = 1_000;
/** What an answer of `busy` leaves of a host's rate here, and what a second without one adds to it. */
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

interface HostState {
  /** Requests taken within the last second, oldest first. */
  starts: number[];
  /** When its slots will have served what was taken. */
  freeAt: number;
  /** Share of the rate that is taken here: others ask the host too. */
  share: number;
  changedAt: number;
}

/**
 * Counts the requests that accepted lookups will send to each host, against its rate and against its slots: as many as it can start within
 * a second, and none that would wait so long that its answer came late. Who else asks the host is not known: where answers say that it was
 * busy, less is taken of it for a while.
 */
export class HostBudgets {
  readonly #hosts = new Map<string, HostState>();

  /** @param withinMs time from the acceptance to a usual answer; @param now monotonic clock in milliseconds */
  constructor(
    private readonly withinMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a request at each of some hosts. @returns false when one of them cannot be asked now: nothing is taken */
  take(hosts: readonly HostAllowance[]): boolean {
    if (!hosts.every((each) => this.#hasRoom(each))) return false;
    const now = this.now();
    for (const { host, usualMs, concurrency } of hosts) {
      const state = this.#stateOf(host);
      state.starts.push(now);
      state.freeAt = Math.max(now, state.freeAt) + usualMs / concurrency;
    }
    return true;
  }

  /** Gives requests back that were not sent after all. */
  giveBack(hosts: readonly HostAllowance[]): void {
    for (const { host, usualMs, concurrency } of hosts) {
      const state = this.#stateOf(host);
      state.starts.shift();
      state.freeAt -= usualMs / concurrency;
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

  #hasRoom({ host, perSecond, concurrency, usualMs }: HostAllowance): boolean {
    const now = this.now();
    const state = this.#stateOf(host);
    while ((state.starts[0] ?? now) <= now - SECOND_MS) state.starts.shift();
    const share = this.#shareOf(state);
    if (state.starts.length >= Math.max(1, Math.floor(perSecond * share))) return false;
    // Until all slots are taken nothing waits.
    const waitMs = Math.max(0, state.freeAt - now - (usualMs * (concurrency - 1)) / concurrency) / share;
    return waitMs === 0 || waitMs + usualMs <= this.withinMs;
  }

  #shareOf({ share, changedAt }: HostState): number {
    return Math.min(1, share + ((this.now() - changedAt) / SECOND_MS) * RECOVERY_PER_SECOND);
  }

  #stateOf(host: string): HostState {
    const state = this.#hosts.get(host) ?? { starts: [], freeAt: 0, share: 1, changedAt: Number.NEGATIVE_INFINITY };
    this.#hosts.set(host, state);
    return state;
  }
}
