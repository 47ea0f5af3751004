import { activityInfo, heartbeat } from '@temporalio/activity';
import { deferralDelayMs } from '../../src/domain/flow/deferral.js';
import { defer } from '../runtime/failures.js';

const HEARTBEAT_MS = 1_000;

/** State of an activity across its attempts, kept in the heartbeat's details. Counts and times only. */
interface AttemptState {
  readonly deferrals: number;
  /** When it was first tried, in milliseconds since the epoch. */
  readonly firstTriedAt: number;
  /** Since when it is deferred because the egress may have failed, in milliseconds since the epoch; absent while it is not. */
  readonly inDoubtSince?: number;
}

/**
 * An activity that may end early and be retried for the rest. A deferral is a failure with a retry delay of its own, which leaves
 * no event in the workflow's history. It counts as an attempt, but the limit of a lookup's waiting keeps deferrals far below the
 * number of attempts at which a part of a lookup is given up.
 */
export class DeferrableAttempt {
  readonly #remembered: AttemptState;
  readonly #timer: NodeJS.Timeout;
  readonly #backlog: DeferralBacklog;

  /** Begins to send a heartbeat every second. */
  constructor(now: number, backlog: DeferralBacklog) {
    this.#backlog = backlog;
    this.#remembered = (activityInfo().heartbeatDetails as AttemptState | undefined) ?? { deferrals: 0, firstTriedAt: now };
    // None at the start: most activities are over within a second, and each heartbeat costs Temporal a write.
    this.#timer = setInterval(() => heartbeat(this.#remembered), HEARTBEAT_MS);
  }

  /** Milliseconds since the first attempt began. */
  ageMs(now: number): number {
    return now - this.#remembered.firstTriedAt;
  }

  /** Milliseconds since it was first deferred because the egress may have failed. */
  undecidedMs(now: number): number {
    return now - (this.#remembered.inDoubtSince ?? now);
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /**
   * Ends the activity, which is retried later.
   *
   * @param undecidedAt the time, in milliseconds since the epoch, when some targets wait until the egress is known to work or to have
   *   failed; null when all wait for slots
   */
  defer(targets: number, undecidedAt: number | null = null): never {
    const { deferrals, firstTriedAt, inDoubtSince = undecidedAt } = this.#remembered;
    const remembered: AttemptState = {
      deferrals: deferrals + 1,
      firstTriedAt,
      ...(undecidedAt !== null && inDoubtSince !== null ? { inDoubtSince } : {}),
    };
    heartbeat(remembered);
    defer(`${targets} targets wait`, this.#backlog.add(deferrals));
  }
}

/** Deferred activities of this process that have not been retried yet: the more there are, the longer each is delayed. */
export class DeferralBacklog {
  #dueAt: number[] = [];

  /** Shards that wait for their next attempt. */
  get size(): number {
    const now = Date.now();
    this.#dueAt = this.#dueAt.filter((at) => at > now);
    return this.#dueAt.length;
  }

  /** @param deferrals how often the activity was deferred before @returns its delay, in milliseconds */
  add(deferrals: number): number {
    const delayMs = deferralDelayMs(deferrals, this.size, Math.random());
    this.#dueAt.push(Date.now() + delayMs);
    return delayMs;
  }
}
