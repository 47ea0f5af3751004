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
  /** When each request that was taken ends, if all take their usual time, and wait for their turn. */
  ends: number[];
  /** Share of what the host allows that is taken here: others ask it too. */
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
    for (const each of hosts) {
      const state = this.#stateOf(each.host);
      state.ends.push(this.now() + this.#waitMs(state, each) + each.usualMs);
      state.starts.push(this.now());
    }
    return true;
  }

  /** Gives requests back that were not sent after all. */
  giveBack(hosts: readonly HostAllowance[]): void {
    for (const { host } of hosts) {
      const state = this.#stateOf(host);
      state.starts.shift();
      state.ends.pop();
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

  #hasRoom(allowance: HostAllowance): boolean {
    const now = this.now();
    const state = this.#stateOf(allowance.host);
    state.starts = state.starts.filter((at) => at > now - SECOND_MS);
    state.ends = state.ends.filter((at) => at > now);
    if (state.starts.length >= Math.max(1, Math.floor(allowance.perSecond * this.#shareOf(state)))) return false;
    const waitMs = this.#waitMs(state, allowance);
    return waitMs === 0 || waitMs + allowance.usualMs <= this.withinMs;
  }

  /** How long a further request waits for a slot. */
  #waitMs(state: HostState, { concurrency }: HostAllowance): number {
    const slots = Math.ceil(concurrency * this.#shareOf(state));
    return Math.max(0, (state.ends.at(-slots) ?? 0) - this.now());
  }

  #shareOf({ share, changedAt }: HostState): number {
    return Math.min(1, share + ((this.now() - changedAt) / SECOND_MS) * RECOVERY_PER_SECOND);
  }

  #stateOf(host: string): HostState {
    const state = this.#hosts.get(host) ?? { starts: [], ends: [], share: 1, changedAt: Number.NEGATIVE_INFINITY };
    this.#hosts.set(host, state);
    return state;
  }
}
