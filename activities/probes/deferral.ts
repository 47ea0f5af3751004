import { heartbeat } from '@temporalio/activity';
import { deferralDelayMs } from '../../src/domain/flow/deferral.js';
import { attemptState, note } from '../runtime/attempts.js';
import { defer } from '../runtime/failures.js';
import { startHeartbeat } from '../runtime/heartbeat.js';

const HEARTBEAT_MS = 1_000;

/**
 * An activity that may end early and be retried for the rest. A deferral is a failure with a retry delay of its own, which leaves
 * no event in the workflow's history, and is no attempt of those after which a part of a lookup is given up.
 */
export class DeferrableAttempt {
  readonly #firstTriedAt: number;
  readonly #backlog: DeferralBacklog;
  /** Ends the heartbeats. */
  readonly end: () => void;

  /**
   * Begins to send a heartbeat every second. None at the start: most activities are over by then.
   *
   * @param isDeep whether it is of a deep lookup
   */
  constructor(
    now: number,
    backlog: DeferralBacklog,
    private readonly isDeep = false,
  ) {
    this.#backlog = backlog;
    this.#firstTriedAt = attemptState().firstTriedAt ?? now;
    note({ firstTriedAt: this.#firstTriedAt });
    this.end = startHeartbeat(HEARTBEAT_MS);
  }

  /** Milliseconds since the first attempt began. */
  ageMs(now: number): number {
    return now - this.#firstTriedAt;
  }

  /** Milliseconds since it was first deferred because the egress may have failed. */
  undecidedMs(now: number): number {
    return now - (attemptState().undecidedSince ?? now);
  }

  /**
   * Ends the activity, which is retried later.
   *
   * @param undecidedAt the time, in milliseconds since the epoch, when some targets wait until the egress is known to work or to have
   *   failed; null when all wait for slots
   */
  defer(targets: number, undecidedAt: number | null = null): never {
    const { deferrals = 0, undecidedSince } = attemptState();
    note({ deferrals: deferrals + 1, undecidedSince: undecidedAt === null ? undefined : (undecidedSince ?? undecidedAt) });
    heartbeat(attemptState());
    defer(`${targets} targets wait`, this.#backlog.add(deferrals, this.isDeep));
  }
}

/**
 * Deferred activities of this process that have not been retried yet: the more there are, the longer each is delayed. Those of deep
 * lookups do not delay others.
 */
export class DeferralBacklog {
  #deferred: { readonly dueAt: number; readonly isDeep: boolean }[] = [];

  /** Shards that wait for their next attempt. */
  get size(): number {
    const now = Date.now();
    this.#deferred = this.#deferred.filter(({ dueAt }) => dueAt > now);
    return this.#deferred.length;
  }

  /** @param deferrals how often the activity was deferred before @returns its delay, in milliseconds */
  add(deferrals: number, isDeep = false): number {
    const size = isDeep ? this.size : this.size - this.#deferred.filter((each) => each.isDeep).length;
    const delayMs = deferralDelayMs(deferrals, size, Math.random());
    this.#deferred.push({ dueAt: Date.now() + delayMs, isDeep });
    return delayMs;
  }
}
