import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Delivery } from '../../domain/lookup.js';

/**
 * Checks of asynchronous lookups begun at once: one sweep of every platform. Connections are capped far below, so more would
 * only wait, and each that waits holds 15 kB.
 */
const ASYNC_AT_ONCE = 4_000;
/** Checks of batches begun at once: at the start, and at least. */
const START = 64;
const LEAST = 8;
/** How often the event loop is looked at, in milliseconds. */
const LOOK_MS = 200;
/** Part of the time that the event loop may be busy: above the first, fewer checks of batches are begun, below the other, more. */
const BUSY = 0.85;
const SPARE = 0.75;
const DECREASE = 0.85;
const INCREASE = 1.08;

/**
 * Turns of the checks that nobody waits for. Those of batches use what is left of this process: beyond what its processor
 * carries, more in flight are not answered sooner, they only make each step of a lookup that somebody waits for longer.
 */
export class CheckTurns {
  readonly #async = pLimit(ASYNC_AT_ONCE);
  readonly #batch: LimitFunction;
  readonly #most: number;
  #limit: number;

  /** @param most checks of batches begun at once at most */
  constructor(most: number) {
    this.#most = Math.max(1, most);
    this.#limit = Math.min(START, this.#most);
    this.#batch = pLimit(this.#limit);
  }

  /** Begins a check when it is its turn: at once when somebody waits for the lookup. @throws what the check throws */
  async take(delivery: Delivery, check: () => Promise<void>): Promise<void> {
    if (delivery === 'batch') return this.#batch(check);
    return delivery === 'async' ? this.#async(check) : check();
  }

  /** Whether a further batch lookup's checks would begin soon. */
  get hasRoom(): boolean {
    return this.#batch.pendingCount < this.#batch.concurrency / 2;
  }

  /** Checks of batches begun at once at present. */
  get batchLimit(): number {
    return this.#batch.concurrency;
  }

  /** @param utilization of the event loop since the last call, 0 to 1 */
  observe(utilization: number): void {
    const isBinding = this.#batch.activeCount >= this.#batch.concurrency;
    if (utilization > BUSY) this.#limit = Math.max(Math.min(LEAST, this.#most), this.#limit * DECREASE);
    else if (utilization < SPARE && isBinding) this.#limit = Math.min(this.#most, this.#limit * INCREASE + 1);
    this.#batch.concurrency = Math.floor(this.#limit);
  }
}

/** Looks at the event loop of this process regularly. @returns ends it */
export function watchEventLoop(turns: CheckTurns): () => void {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    turns.observe(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
