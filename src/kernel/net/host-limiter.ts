import { setMaxListeners } from 'node:events';

/** Permission for one request in flight. `release` may be called more than once; only the first call counts. */
export interface Slot {
  release(): void;
}

interface Waiter {
  readonly host: string;
  readonly grant: (slot: Slot) => void;
}

/**
 * Keeps the requests of one source of facts within a cap per host and a cap in all: first come, first served, but a host at its
 * cap holds up no other. Probes of platforms have limits that adapt and are shared among workers: `flow/flow-control.ts`.
 */
export class HostLimiter {
  readonly #held = new Map<string, number>();
  readonly #queue = new Set<Waiter>();
  #total = 0;

  constructor(private readonly limits: { readonly perHost: number; readonly total: number }) {}

  get inFlight(): number {
    return this.#total;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /** Waits for a slot; null when the signal ended the wait. */
  acquire(host: string, signal: AbortSignal): Promise<Slot | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const onAbort = (): void => {
        this.#queue.delete(waiter);
        resolve(null);
      };
      const grant = (slot: Slot): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(slot);
      };
      const waiter: Waiter = { host, grant };
      setMaxListeners(0, signal); // one signal may end hundreds of waiting requests
      signal.addEventListener('abort', onAbort, { once: true });
      this.#queue.add(waiter);
      this.#serve();
    });
  }

  #serve(): void {
    for (const waiter of this.#queue) {
      if (this.#total >= this.limits.total) return;
      if ((this.#held.get(waiter.host) ?? 0) >= this.limits.perHost) continue;
      this.#queue.delete(waiter);
      waiter.grant(this.#occupy(waiter.host));
    }
  }

  #occupy(host: string): Slot {
    this.#held.set(host, (this.#held.get(host) ?? 0) + 1);
    this.#total += 1;
    let isHeld = true;
    return {
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (this.#held.get(host) ?? 1) - 1;
        if (left === 0) this.#held.delete(host);
        else this.#held.set(host, left);
        this.#total -= 1;
        this.#serve();
      },
    };
  }
}
