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
}

interface Waiter {
  readonly grant: (slot: Slot) => void;
  cancelled: boolean;
}

interface Host {
  inFlight: number;
  readonly waiting: Waiter[];
  /** Whether it stands in the line for the next free place. */
  queued: boolean;
}

/**
 * Keeps requests within a cap per host and a cap in all. Within a host the first come is the first served; between hosts
 * free places go round, so that a host with a thousand waiting requests does not hold up one with a single request.
 */
export class HostLimiter {
  private readonly hosts = new Map<string, Host>();
  private readonly line: Array<readonly [string, Host]> = [];
  private total = 0;
  private waitingCount = 0;

  constructor(private readonly limits: HostLimits) {}

  get inFlight(): number {
    return this.total;
  }

  get waiting(): number {
    return this.waitingCount;
  }

  /** Waits for a place; null when the signal ended the waiting. */
  acquire(key: string, signal: AbortSignal): Promise<Slot | null> {
    if (signal.aborted) return Promise.resolve(null);
    const host = this.hostOf(key);
    if (host.waiting.length === 0 && host.inFlight < this.limits.perHost && this.total < this.limits.total) {
      return Promise.resolve(this.occupy(key, host));
    }
    return new Promise((resolve) => {
      const waiter: Waiter = {
        cancelled: false,
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
      host.waiting.push(waiter);
      this.waitingCount += 1;
      this.enqueue(key, host);
    });
  }

  private hostOf(key: string): Host {
    let host = this.hosts.get(key);
    if (host === undefined) {
      host = { inFlight: 0, waiting: [], queued: false };
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
        else if (host.inFlight === 0) this.hosts.delete(key);
        this.serve();
      },
    };
  }

  private enqueue(key: string, host: Host): void {
    if (host.queued || host.inFlight >= this.limits.perHost) return;
    host.queued = true;
    this.line.push([key, host]);
  }

  private serve(): void {
    while (this.total < this.limits.total) {
      const next = this.line.shift();
      if (next === undefined) return;
      const [key, host] = next;
      host.queued = false;
      let waiter = host.waiting.shift();
      while (waiter?.cancelled) waiter = host.waiting.shift();
      if (waiter !== undefined) {
        this.waitingCount -= 1;
        waiter.grant(this.occupy(key, host));
      } else if (host.inFlight === 0) {
        this.hosts.delete(key);
      }
      if (host.waiting.length > 0) this.enqueue(key, host);
    }
  }
}
