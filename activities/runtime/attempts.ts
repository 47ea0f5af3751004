import { activityInfo, Context, heartbeat } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { isOutage, isRefusedData } from '../../src/kernel/values/errors.js';

/** Attempts after which a part of a lookup is given up: about an hour of them. */
const MAX_ATTEMPTS = 360;
/** The same for data that the database refuses. */
const MAX_REFUSALS = 5;

/** What an activity remembers over its attempts, in the details of its heartbeats. Counts and times only. */
export interface AttemptState {
  /** Attempts that ended early, to be continued when there are slots. */
  readonly deferrals?: number;
  /** Attempts that ended because our own database was away. */
  readonly outages?: number;
  /** For how long it has been deferred in all, in milliseconds: attempts that ended early, and the delays after them. */
  readonly waitedMs?: number;
  /** The same while the egress may have failed; absent while it is not known to be so. */
  readonly undecidedMs?: number | undefined;
}

const states = new WeakMap<Context, AttemptState>();

/** What earlier attempts of this activity remembered, and this one. */
export function attemptState(): AttemptState {
  return states.get(Context.current()) ?? (activityInfo().heartbeatDetails as AttemptState | undefined) ?? {};
}

/** Adds to what is remembered, from the next heartbeat on. */
export function note(change: AttemptState): void {
  states.set(Context.current(), { ...attemptState(), ...change });
}

/**
 * A part of a lookup that is given up after 360 attempts of its own: neither waiting for slots nor an outage of the database uses them up,
 * and an attempt whose worker was killed does. They are counted, not timed: Temporal's time-out from the scheduling on also runs while a
 * part waits in the task queue. A local activity, which has no heartbeats, is left to its retry policy.
 */
export function countingAttempts<Input, Output>(part: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  return async (input) => {
    const { attempt, isLocal } = activityInfo();
    if (isLocal) return part(input);
    const { deferrals = 0, outages = 0 } = attemptState();
    const own = attempt - deferrals - outages;
    if (own > MAX_ATTEMPTS) return giveUp('TooManyAttempts');
    try {
      return await part(input);
    } catch (error) {
      if (isOutage(error)) {
        note({ outages: outages + 1 });
        heartbeat(attemptState());
      }
      if (isRefusedData(error) && own >= MAX_REFUSALS) return giveUp('RefusedData');
      throw error;
    }
  };
}

function giveUp(type: string): never {
  throw ApplicationFailure.nonRetryable('a part of the lookup is given up', type);
}
