/** Who waits for a shard, and what follows: an instant lookup has a ceiling, any other one has time. */
import type { Lookup } from '../../src/features/lookups/lookup.js';
import { PROBE_DEADLINE_MS } from '../../src/engine/controls/probe-control.js';
import { SLOT_WAIT_MS } from '../../src/engine/flow/deferral.js';
import { Deadline } from '../../src/kernel/net/deadline.js';
import { flushDelayMs } from './outcomes.js';

/** How a shard is paced. */
export interface ShardPace {
  /** Ends its checks. */
  readonly signal: AbortSignal;
  /** Longest time that a request waits for a slot, in milliseconds. */
  readonly maxWaitMs: number;
  /** Nobody watches: what is undecided may wait for a later attempt. */
  readonly isBackground: boolean;
  /** A "no" that only traffic can cover waits for it when all others are written; where somebody waits for seconds it does not. */
  readonly awaitsTraffic: boolean;
  /** How long an outcome may wait for others to be written with it, in milliseconds. */
  flushDelayMs(): number;
  release(): void;
}

type Paced = Pick<Lookup, 'mode' | 'acceptedAt' | 'deadlineMs'>;

/**
 * @param options.ceilingMs the installation's ceiling of instant lookups
 * @param options.cancelled ends the activity
 */
export function paceOf(lookup: Paced, options: { ceilingMs: number; now: () => Date; cancelled: AbortSignal }): ShardPace {
  return lookup.mode === 'instant' ? instantPace(lookup, options) : unhurriedPace(lookup, options.cancelled);
}

function unhurriedPace({ mode }: Paced, signal: AbortSignal): ShardPace {
  const isBackground = mode === 'async' || mode === 'batch';
  return {
    signal,
    isBackground,
    maxWaitMs: SLOT_WAIT_MS,
    awaitsTraffic: true,
    flushDelayMs: () => flushDelayMs(isBackground, null),
    release: () => undefined,
  };
}

/** An instant lookup has a ceiling or its own deadline, and a signal that ends its checks soon after it. */
function instantPace(
  { acceptedAt, deadlineMs: own }: Paced,
  { ceilingMs, now, cancelled }: { ceilingMs: number; now: () => Date; cancelled: AbortSignal },
): ShardPace {
  const deadlineMs = own ?? ceilingMs;
  const leftMs = () => acceptedAt.getTime() + deadlineMs - now().getTime();
  // A check that still waits for a slot of a busy platform that long after the deadline is left out.
  const checks = new Deadline([cancelled], deadlineMs + PROBE_DEADLINE_MS);
  return {
    signal: checks.signal,
    isBackground: false,
    maxWaitMs: Math.max(1, leftMs()),
    awaitsTraffic: false,
    flushDelayMs: () => flushDelayMs(false, leftMs()),
    release: () => checks.stop(),
  };
}
