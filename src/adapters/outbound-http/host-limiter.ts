import { setMaxListeners } from 'node:events';

/** A place among the requests in flight. `release` may be called more than once; only the first counts. */
export interface Slot {
  release(): void;
}

export interface HostLimits {
  /** Requests in flight to one host. */
  readonly perHost: number;
  /** Requests in flight in all. */
  readonly total: number;
  /** Places beyond those, for who hurries; default none. */
  readonly reserve?: number;
}

interface Waiter {
  readonly grant: (slot: Slot) => void;
  /** Until when somebody waits for the answer, in milliseconds of the clock. */
  readonly wantedBy: number | undefined;
  cancelled: boolean;
}

/** Of so many free places one goes to whoever waited longest, so that a stream of hurried requests starves nobody. */
const SHARED_OUT = 4;

/**
 * Who waits at a host. The hurried are served newest first: under more load than a host carries, first come first served
 * would make each of them late, newest first only those that cannot be helped. Who was not helped in time waits with the
 * rest, the first come first.
 */
class Line {
  private readonly hurried: Waiter[] = [];
  private readonly patient: Waiter[] = [];
  private served = 0;

  get length(): number {
    return this.hurried.length + this.patient.length;
  }

  get isHurried(): boolean {
    return this.hurried.length > 0;
  }

  add(waiter: Waiter): void {
    (waiter.wantedBy === undefined ? this.patient : this.hurried).push(waiter);
  }

  /**
   * Takes the next one out; undefined when there is none.
   *
   * @param hurriedOnly whether the place is none for who has time
   */
  next(now: number, hurriedOnly: boolean): Waiter | undefined {
    for (let oldest = this.hurried[0]; oldest && (oldest.cancelled || (oldest.wantedBy ?? 0) <= now); oldest = this.hurried[0]) {
      this.hurried.shift();
      this.patient.push(oldest);
    }
    while (this.patient[0]?.cancelled) this.patient.shift();
    while (this.hurried.at(-1)?.cancelled) this.hurried.pop();
    if (hurriedOnly) return this.hurried.pop();
    this.served += 1;
    const turn = this.served % SHARED_OUT === 0 ? this.patient.shift() : undefined;
    return turn ?? this.hurried.pop() ?? this.patient.shift();
  }
}

interface Host {
  inFlight: number;
  readonly waiting: Line;
  /** Whether it stands in the line of those who have time. */
  queued: boolean;
}

/**
 * Keeps requests within a cap per host and a cap in all. Between hosts free places go round, so that a host with a thousand
 * waiting requests does not hold up one with a single request; hosts at which somebody hurries go before the others, and find
 * a reserve where all other places are taken.
 */
export class HostLimiter {
  private readonly hosts = new Map<string, Host>();
  private readonly line: Array<readonly [string, Host]> = [];
  /** May name a host twice, or one at which nobody hurries any more. */
  private readonly hurriedLine: Array<readonly [string, Host]> = [];
  private served = 0;
  private total = 0;
  private waitingCount = 0;

  /** @param now milliseconds, growing */
  constructor(
    private readonly limits: HostLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  get inFlight(): number {
    return this.total;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /**
   * Waits for a place; null when the signal ended the waiting.
   *
   * @param wantedBy until when somebody waits for the answer, in milliseconds of the clock: it goes before what has time
   */
  acquire(key: string, signal: AbortSignal, wantedBy?: number): Promise<Slot | null> {
    if (signal.aborted) return Promise.resolve(null);
    const host = this.hostOf(key);
    if (host.waiting.length === 0 && host.inFlight < this.limits.perHost && this.total < (wantedBy === undefined ? this.limits.total : this.most)) {
      return Promise.resolve(this.occupy(key, host));
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        cancelled: false,
        wantedBy,
        grant: (slot) => {
          signal.removeEventListener('abort', onAbort);
          resolve(slot);
        },
      };
      const onAbort = () => {
        waiter.cancelled = true;
        this.waitingCount -= 1;
        resolve(null);
      };
      setMaxListeners(0, signal); // one signal may end hundreds of waiting probes
      signal.addEventListener('abort', onAbort, { once: true });
      host.waiting.add(waiter);
      this.waitingCount += 1;
      this.enqueue(key, host);
      this.serve(); // in the reserve there may be a place that those who wait here must not have
    });
  }

  /** Places in all, the reserve among them. */
  private get most(): number {
    return this.limits.total + (this.limits.reserve ?? 0);
  }

  private hostOf(key: string): Host {
    let host = this.hosts.get(key);
    if (host === undefined) {
      host = { inFlight: 0, waiting: new Line(), queued: false };
      this.hosts.set(key, host);
    }
    return host;
  }

  private occupy(key: string, host: Host): Slot {
    host.inFlight += 1;
    this.total += 1;
    let held = true;
    return {
      release: () => {
        if (!held) return;
        held = false;
        host.inFlight -= 1;
        this.total -= 1;
        if (host.waiting.length > 0) this.enqueue(key, host);
        else this.forgetIdle(key, host);
        this.serve();
      },
    };
  }

  private enqueue(key: string, host: Host): void {
    if (host.inFlight >= this.limits.perHost) return;
    if (host.waiting.isHurried) this.hurriedLine.push([key, host]);
    if (host.queued) return;
    host.queued = true;
    this.line.push([key, host]);
  }

  private forgetIdle(key: string, host: Host): void {
    if (host.inFlight === 0 && this.hosts.get(key) === host) this.hosts.delete(key);
  }

  private nextHost(): readonly [string, Host] | undefined {
    this.served += 1;
    const hurried = this.served % SHARED_OUT === 0 ? undefined : this.hurriedLine.pop();
    if (hurried) return hurried;
    const next = this.line.shift() ?? this.hurriedLine.pop();
    if (next) next[1].queued = false;
    return next;
  }

  private serve(): void {
    while (this.total < this.most) {
      const inReserve = this.total >= this.limits.total;
      const next = inReserve ? this.hurriedLine.pop() : this.nextHost();
      if (next === undefined) return;
      const [key, host] = next;
      if (host.inFlight >= this.limits.perHost) continue; // it stood in both lines; who leaves it puts it back
      if (inReserve && !host.waiting.isHurried) continue; // it stands in the other line
      const waiter = host.waiting.next(this.now(), inReserve);
      if (waiter !== undefined) {
        this.waitingCount -= 1;
        waiter.grant(this.occupy(key, host));
      }
      if (host.waiting.length > 0) this.enqueue(key, host);
      else this.forgetIdle(key, host);
    }
  }
}
