import { Deadline } from '../../src/kernel/net/deadline.js';

/** What an instant lookup adds: its ceiling, and a signal that ends its checks soon after it. */
export interface InstantLimits {
  /** Milliseconds since the epoch. */
  readonly ceilingAt: number;
  readonly signal: AbortSignal;
  /** Calls back at the ceiling, or when all is done before. */
  atCeiling(callback: () => void): void;
  release(): void;
}

/**
 * @param ceilingAt when the response is sent, in milliseconds since the epoch
 * @param endsInMs a check that still waits for a slot of a busy platform then is left out
 */
export function instantLimits(ceilingAt: number, endsInMs: number, cancelled: AbortSignal): InstantLimits {
  const checks = new Deadline([cancelled], endsInMs);
  let onCeiling: (() => void) | undefined;
  const passCeiling = (): void => {
    onCeiling?.();
    onCeiling = undefined;
  };
  const ceilingTimer = setTimeout(passCeiling, Math.max(0, ceilingAt - Date.now()));
  return {
    ceilingAt,
    signal: checks.signal,
    atCeiling: (callback) => (onCeiling = callback),
    release() {
      passCeiling();
      clearTimeout(ceilingTimer);
      checks.stop();
    },
  };
}
