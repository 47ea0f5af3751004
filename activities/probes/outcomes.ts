/** What becomes of a shard's outcomes: which are a platform's own, which wait for a later attempt, and when they are written. */
import type { CheckOutcome } from '../../src/features/lookups/lookup.js';
import type { InconclusiveReason } from '../../src/engine/evaluation/verdict.js';
import { PROBE_DEADLINE_MS } from '../../src/engine/controls/probe-control.js';

/** Milliseconds that outcomes are collected: few while a caller watches, more in the background, to spare the database. */
const FLUSH_MS = { watched: 15, background: 400 } as const;
/**
 * An instant lookup is answered once, at its end or its ceiling. Until shortly before the ceiling its outcomes are collected longer,
 * since each write and the read that follows it take milliseconds of CPU; after that they are written as fast as watched ones.
 */
const INSTANT_FLUSH = { mostMs: 200, beforeCeilingMs: 120 } as const;

/** Collects items and writes them in small batches, one write at a time. */
export interface BatchWriter<T> {
  /** Takes items; resolves at once. @throws the error of an earlier write */
  add(items: readonly T[]): void;
  /** Writes what is left. @throws the first error of any write */
  end(): Promise<void>;
}

/**
 * How long an outcome may wait for others of its lookup, in milliseconds.
 *
 * @param untilCeilingMs of an instant lookup: until its response is sent; null for another one
 */
export function flushDelayMs(isBackground: boolean, untilCeilingMs: number | null): number {
  if (untilCeilingMs === null) return FLUSH_MS[isBackground ? 'background' : 'watched'];
  if (untilCeilingMs <= 0) return INSTANT_FLUSH.mostMs;
  return Math.max(FLUSH_MS.watched, Math.min(INSTANT_FLUSH.mostMs, untilCeilingMs - INSTANT_FLUSH.beforeCeilingMs));
}

/** @param options.delayMs how long the first item of a batch may wait for others, in milliseconds from its arrival */
export function batchWriter<T>(options: { write: (batch: readonly T[]) => Promise<void>; delayMs: () => number }): BatchWriter<T> {
  let pending: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let tail: Promise<void> = Promise.resolve();
  let failure: unknown;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = [];
    if (batch.length === 0) return;
    tail = tail
      .then(() => options.write(batch))
      .catch((error: unknown) => {
        failure ??= error;
      });
  };

  return {
    add(items) {
      if (failure !== undefined) throw failure;
      pending.push(...items);
      timer ??= setTimeout(flush, options.delayMs());
    },
    async end() {
      flush();
      await tail;
      if (failure !== undefined) throw failure;
    },
  };
}

/**
 * Sorts the outcomes of a shard. Most are written at once. If there may be a later attempt, platforms without a free slot are left
 * for it, and failures wait for the end of this one, when more is known of the egress.
 */
export class ShardOutcomes {
  readonly #failures: CheckOutcome[][] = [];
  /** Platforms that had no free slot. */
  #busy = 0;

  /** @param mayDefer whether the shard may be retried for what it leaves */
  constructor(
    private readonly writer: BatchWriter<CheckOutcome>,
    private readonly mayDefer: boolean,
  ) {}

  /** Takes all outcomes of one platform. */
  add(outcomes: CheckOutcome[]): void {
    if (this.mayDefer && outcomes.some(({ reason }) => reason === 'busy')) this.#busy += 1;
    else if (this.mayDefer && outcomes.some(mayBeEgressFailure)) this.#failures.push(outcomes);
    else this.writer.add(outcomes);
  }

  /**
   * Writes the failures that are the platforms' own.
   *
   * @param mayWait whether undecided failures may wait too, while the egress is not known to have failed
   * @returns platforms that are left: in all, and those that wait until the egress is known to work or to have failed
   */
  settle(
    egress: EgressHistory,
    { startedAt, endedAt, mayWait }: { startedAt: number; endedAt: number; mayWait: boolean },
  ): { left: number; undecided: number } {
    const hasFailed = egress.hasFailed(endedAt - startedAt);
    const isOwn = (outcome: CheckOutcome): boolean => !mayBeEgressFailure(outcome) || isPlatformFailure(egress, outcome, endedAt);
    const undecided = this.#failures.filter((outcomes) => hasFailed || (mayWait && !outcomes.every(isOwn)));
    for (const outcomes of this.#failures) if (!undecided.includes(outcomes)) this.writer.add(outcomes);
    return { left: this.#busy + undecided.length, undecided: undecided.length };
  }
}

/** What is known of the egress that all requests use. Times are milliseconds before now. */
export interface EgressHistory {
  /** Whether it had failed at any moment within that time: then a failure says nothing about the platform. */
  readonly hasFailed: (withinMs: number) => boolean;
  /** Whether a request that was sent within that time has been answered. */
  readonly hasAnswered: (withinMs: number) => boolean;
}

/** A control failed some time before the outcome that rests on it. */
const LEEWAY_MS = 3_000;

/**
 * Reasons that a failed egress may cause: requests that failed, and controls that could not be run. The value says how long before
 * such an outcome the request that caused it may have been sent, in milliseconds, on top of the request's own latency.
 */
const POSSIBLE_EGRESS_REASONS: Partial<Readonly<Record<InconclusiveReason, number>>> = {
  proxy_failed: 0,
  unreachable: 0,
  timeout: 0,
  uncalibrated: PROBE_DEADLINE_MS + LEEWAY_MS,
};

/** Whether a failed egress may have caused the outcome: not when nothing was sent. It takes several platforms, and time, to know. */
export function mayBeEgressFailure({ reason, evidence }: CheckOutcome): boolean {
  return reason !== null && evidence !== null && POSSIBLE_EGRESS_REASONS[reason] !== undefined;
}

/** Reasons that a failed egress gives platforms that it kept from being asked: they wait for a slot that never comes. */
const KEPT_BY_EGRESS: ReadonlySet<InconclusiveReason> = new Set(['busy', 'unavailable', 'uncalibrated', 'interrupted']);

/**
 * An outcome of a lookup that may wait no longer while the egress is failed: the platform could not be reached, whatever kept its request
 * from being sent. Without an egress it counts against no platform, and shows that the egress was at fault (`egressOf`).
 */
export function outcomeWithoutEgress(outcome: CheckOutcome): CheckOutcome {
  const { reason, evidence } = outcome;
  if (reason === null || evidence === null || evidence.status !== null) return outcome;
  if (KEPT_BY_EGRESS.has(reason)) return { ...outcome, reason: 'unreachable', egress: null };
  return mayBeEgressFailure(outcome) ? { ...outcome, egress: null } : outcome;
}

/** Whether the egress has worked since the outcome's request was sent: then the failure is the platform's own. */
export function isPlatformFailure(egress: EgressHistory, { reason, checkedAt, evidence }: CheckOutcome, now: number): boolean {
  const leeway = (reason && POSSIBLE_EGRESS_REASONS[reason]) ?? 0;
  return egress.hasAnswered(now - checkedAt.getTime() + (evidence?.latencyMs ?? 0) + leeway);
}
