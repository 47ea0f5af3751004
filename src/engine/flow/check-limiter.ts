import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Band } from '../catalogue/rules/bands.js';
import { FairLimiter } from './fair-shares.js';
import type { Mode } from './request-class.js';

/**
 * Checks of asynchronous lookups running at once: one sweep of every platform. Connections are capped far lower, so more would only wait,
 * and each that waits holds 15 kB.
 */
const MAX_ASYNC = 4_000;
/** Checks of batches running at once: initial limit and lower bound. */
const BATCH_START = 64;
const BATCH_MIN = 8;
/** Interval at which the event loop is sampled, in milliseconds. */
const SAMPLE_INTERVAL_MS = 200;
/** Utilization of the event loop, 0 to 1: above the first the limit for batches decreases, below the second it increases. */
const HIGH_UTILIZATION = 0.85;
const LOW_UTILIZATION = 0.75;
const DECREASE = 0.85;
const INCREASE = 1.08;

/** Whose check it is, and how urgent. */
export interface CheckOrigin {
  readonly mode: Mode;
  readonly accountId: string;
  readonly band: Band;
}

/**
 * Concurrency limits for the checks of normal-priority lookups. Batches use the spare capacity of this process: beyond what its processor
 * carries, more checks in flight do not finish sooner and only slow down every step of high-priority lookups.
 */
export class CheckLimiter {
  readonly #async = new FairLimiter(MAX_ASYNC);
  readonly #batch: FairLimiter;
  readonly #most: number;
  #limit: number;

  /** @param most upper bound of the limit for batches */
  constructor(most: number) {
    this.#most = Math.max(1, most);
    this.#limit = Math.min(BATCH_START, this.#most);
    this.#batch = new FairLimiter(this.#limit);
  }

  /**
   * Runs a check of a lookup as soon as the limit of its mode allows, in turn with those of other accounts, and of its account with those
   * of deep lookups; at once for high-priority lookups. @throws what the check throws
   */
  async run({ mode, accountId, band }: CheckOrigin, check: () => Promise<void>): Promise<void> {
    if (mode !== 'batch' && mode !== 'async') return check();
    return (mode === 'batch' ? this.#batch : this.#async).run(accountId, check, band === 'deep');
  }

  /** Whether the checks of a further batch lookup would start soon. Those of deep lookups keep no others waiting. */
  hasCapacity(isDeep: boolean): boolean {
    return (isDeep ? this.#batch.waiting : this.#batch.waitingShort) < this.#batch.limit / 2;
  }

  /** Present limit of batch checks running at once. */
  get batchLimit(): number {
    return this.#batch.limit;
  }

  /** @param utilization of the event loop since the last call, 0 to 1 */
  observe(utilization: number): void {
    const isBinding = this.#batch.running >= this.#batch.limit;
    if (utilization > HIGH_UTILIZATION) this.#limit = Math.max(Math.min(BATCH_MIN, this.#most), this.#limit * DECREASE);
    else if (utilization < LOW_UTILIZATION && isBinding) this.#limit = Math.min(this.#most, this.#limit * INCREASE + 1);
    this.#batch.limit = Math.floor(this.#limit);
  }
}

/** Samples the event loop of this process regularly. @returns stops the sampling */
export function monitorEventLoop(limiter: CheckLimiter): () => void {
  let last: EventLoopUtilization = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    limiter.observe(performance.eventLoopUtilization(now, last).utilization);
    last = now;
  }, SAMPLE_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
