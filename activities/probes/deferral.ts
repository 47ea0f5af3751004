import { heartbeat } from '@temporalio/activity';
import { deferralDelayMs } from '../../src/engine/flow/deferral.js';
import { attemptState, note } from '../runtime/attempts.js';
import { defer } from '../runtime/failures.js';
import { startHeartbeat } from '../runtime/heartbeat.js';

const HEARTBEAT_MS = 1_000;

/**
 * An activity that may end early and be retried for the rest. A deferral is a failure with a retry delay of its own, which leaves
 * no event in the workflow's history, and is no attempt of those after which a part of a lookup is given up.
 */
export class DeferrableAttempt {
  /** Ends the heartbeats. */
  readonly end: () => void;

  /**
   * Begins to send a heartbeat every second. None at the start: most activities are over by then.
   *
   * @param startedAt in milliseconds
   */
  constructor(
    private readonly startedAt: number,
    private readonly backlog: DeferralBacklog,
  ) {
    this.end = startHeartbeat(HEARTBEAT_MS);
  }

  /**
   * Milliseconds for which it was deferred before. Counted, not measured from the first attempt: while Temporal or the workers are away
   * it waits for no platform, and must not have given up waiting when they are back.
   */
  get waitedMs(): number {
    return attemptState().waitedMs ?? 0;
  }

  /** The same because the egress may have failed, with this attempt. */
  undecidedMs(now: number): number {
    const { undecidedMs } = attemptState();
    return undecidedMs === undefined ? 0 : undecidedMs + now - this.startedAt;
  }

  /**
   * Ends the activity, which is retried later.
   *
   * @param isUndecided whether some targets wait until the egress is known to work or to have failed, rather than for slots
   */
  defer(targets: number, now: number, isUndecided = false): never {
    const { deferrals = 0, undecidedMs } = attemptState();
    const waitedMs = this.waitedMs + now - this.startedAt;
    const delayMs = this.backlog.add(waitedMs);
    note({
      deferrals: deferrals + 1,
      waitedMs: waitedMs + delayMs,
      undecidedMs: isUndecided ? (undecidedMs === undefined ? 0 : this.undecidedMs(now)) + delayMs : undefined,
    });
    heartbeat(attemptState());
    defer(`${targets} targets wait`, delayMs);
  }
}

/** Deferred activities of this process that have not been retried yet. */
export class DeferralBacklog {
  #dueAt: number[] = [];

  /** Shards that wait for their next attempt. */
  get size(): number {
    const now = Date.now();
    this.#dueAt = this.#dueAt.filter((dueAt) => dueAt > now);
    return this.#dueAt.length;
  }

  /** @param waitedMs for how long the activity has waited in all @returns its delay, in milliseconds */
  add(waitedMs: number): number {
    const delayMs = deferralDelayMs(waitedMs, Math.random());
    this.#dueAt.push(Date.now() + delayMs);
    return delayMs;
  }
}
