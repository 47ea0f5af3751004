import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Band } from '../catalogue/rules/bands.js';
import { FairLimiter } from '../../kernel/values/fair-shares.js';
import { DECREASE, LEAST, LoadLimit } from './load-limit.js';
import type { Mode } from './request-class.js';

/**
 * Checks of asynchronous lookups running at once: one sweep of every platform. Connections are capped far lower, so more would only wait,
 * and each that waits holds 15 kB.
 */
const MAX_ASYNC = 4_000;
/** Callers are taken to wait for this long after the last check of theirs, in milliseconds. */
const CALLERS_MS = 3_000;
/** Interval at which the event loop is sampled, in milliseconds. */
const SAMPLE_INTERVAL_MS = 200;
/** Utilization of the event loop, 0 to 1, above which limits decrease. Below what a decrease leaves of it, they increase. */
const HIGH_UTILIZATION = 0.85;

/** Whose check it is, and how urgent. */
export interface CheckOrigin {
  readonly mode: Mode;
  readonly accountId: string;
  readonly band: Band;
}

/** A limit of checks that leaves a part of the event loop to others: fewer while that is busy, more while it is not and they want more. */
class LimitedChecks {
  readonly checks: FairLimiter;
  #limit: LoadLimit;

  constructor(private readonly most: number) {
    this.#limit = new LoadLimit(most);
    this.checks = new FairLimiter(this.#limit.places);
  }

  observe(utilization: number): void {
    const isBinding = this.checks.running >= this.checks.limit;
    if (utilization > HIGH_UTILIZATION) this.#limit.decrease();
    else if (utilization < HIGH_UTILIZATION * DECREASE && isBinding) this.#limit.increase(LEAST);
    this.checks.limit = this.#limit.places;
  }

  /** Lets as many run as there may be. The next observation goes on from those that run. */
  lift(): void {
    this.#limit = new LoadLimit(this.most, Math.max(LEAST, this.checks.running));
    this.checks.limit = this.most;
  }
}

/**
 * Concurrency limits for the checks of normal-priority lookups. Batches use the spare capacity of this process, and so do asynchronous
 * lookups while callers wait for others: beyond what its processor carries, more checks in flight do not finish sooner and only slow down
 * every step of high-priority lookups.
 */
export class CheckLimiter {
  readonly #async = new LimitedChecks(MAX_ASYNC);
  readonly #batch: LimitedChecks;
  #callerAt = Number.NEGATIVE_INFINITY;

  /** @param most upper bound of the limit for batches */
  constructor(
    most: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#batch = new LimitedChecks(Math.max(1, most));
    this.#async.lift();
  }

  /**
   * Waits until a check may run: as soon as the limit of its mode allows, in turn with those of other accounts, and of its account with
   * those of deep lookups; at once for high-priority lookups. @returns to be called once, at the check's end
   */
  async turn({ mode, accountId, band }: CheckOrigin): Promise<() => void> {
    if (mode === 'batch' || mode === 'async') return (mode === 'batch' ? this.#batch : this.#async).checks.turn(accountId, band === 'deep');
    this.#callerAt = this.now();
    return () => undefined;
  }

  /** Whether the checks of a further batch lookup would start soon. Those of deep lookups keep no others waiting. */
  hasCapacity(isDeep: boolean): boolean {
    const { waiting, waitingShort, limit } = this.#batch.checks;
    return (isDeep ? waiting : waitingShort) < limit;
  }

  /** Present limits of checks running at once. */
  get batchLimit(): number {
    return this.#batch.checks.limit;
  }

  get asyncLimit(): number {
    return this.#async.checks.limit;
  }

  /** @param utilization of the event loop since the last call, 0 to 1 */
  observe(utilization: number): void {
    this.#batch.observe(utilization);
    if (this.now() - this.#callerAt < CALLERS_MS) this.#async.observe(utilization);
    else this.#async.lift();
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
