import { Deadline } from '../../src/kernel/net/deadline.js';

/** What an instant lookup adds: its ceiling or its own deadline, and a signal that ends its checks soon after it. */
export interface InstantLimits {
  /** Milliseconds since the epoch. */
  readonly ceilingAt: number;
  readonly signal: AbortSignal;
  /** Calls back at the installation's ceiling, or at a later one of the lookup, or when all is done before. */
  atCeiling(callback: () => void): void;
  release(): void;
}

/**
 * @param times.acceptedAt milliseconds since the epoch
 * @param times.ceilingMs the installation's: what shows how the service does is counted no sooner, also where a caller wants less
 * @param times.deadlineMs of the lookup: when its response is sent, in milliseconds after its acceptance
 * @param times.graceMs a check that still waits for a slot of a busy platform that long after it is left out
 */
export function instantLimits(
  times: { acceptedAt: number; ceilingMs: number; deadlineMs: number; graceMs: number },
  cancelled: AbortSignal,
): InstantLimits {
  const { acceptedAt, ceilingMs, deadlineMs, graceMs } = times;
  const checks = new Deadline([cancelled], deadlineMs + graceMs);
  let onCeiling: (() => void) | undefined;
  const passCeiling = (): void => {
    onCeiling?.();
    onCeiling = undefined;
  };
  const ceilingTimer = setTimeout(passCeiling, Math.max(0, acceptedAt + Math.max(ceilingMs, deadlineMs) - Date.now()));
  return {
    ceilingAt: acceptedAt + deadlineMs,
    signal: checks.signal,
    atCeiling: (callback) => (onCeiling = callback),
    release() {
      passCeiling();
      clearTimeout(ceilingTimer);
      checks.stop();
    },
  };
}
