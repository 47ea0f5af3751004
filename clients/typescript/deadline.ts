import type { LookupRequestV2 } from './types.js';

/** Default time for a lookup, and for a batch, in milliseconds. */
export const LOOKUP_TIMEOUT_MS = 600_000;
export const BATCH_TIMEOUT_MS = 86_400_000;
/** The largest `deadlineMs`, and the largest latency ceiling of an installation. */
const MAX_INSTANT_MS = 10_000;
/** Time for the network, in addition to an instant lookup's deadline. */
const NETWORK_MS = 1_000;
/** Longer timers fire at once: 24 days, for `Infinity` too. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A call took longer than its `timeoutMs`, or an instant lookup longer than its deadline plus a second. */
export class FootprintTimeoutError extends Error {
  override readonly name = 'FootprintTimeoutError';
  /** The accepted and billed lookup, which continues. */
  declare readonly lookupId?: string;

  constructor(timeoutMs: number) {
    super(`The call took longer than ${timeoutMs} ms.`);
  }
}

/** The time limit of a call, including attempts and waits. */
export class Deadline {
  /** Aborts when the time has passed, or the caller's own signal aborts. */
  readonly signal: AbortSignal;
  /** To be called when the call has ended. */
  readonly release: () => void;
  readonly #end: number;

  constructor(
    private readonly timeoutMs: number,
    caller?: AbortSignal,
  ) {
    this.#end = performance.now() + timeoutMs;
    const own = new AbortController();
    const timer = AbortSignal.timeout(Math.ceil(Math.min(Math.max(timeoutMs, 0), MAX_TIMER_MS))); // keeps no process running
    const end = (): void => own.abort(new FootprintTimeoutError(timeoutMs));
    timer.addEventListener('abort', end);
    this.release = () => timer.removeEventListener('abort', end);
    this.signal = AbortSignal.any(caller ? [caller, own.signal] : [own.signal]);
  }

  /** Whether no time would remain after a pause of this many milliseconds. */
  isOverIn(ms: number): boolean {
    return performance.now() + ms >= this.#end;
  }

  /** @throws the caller's reason if it aborted; FootprintTimeoutError if no time would remain after a pause of this many milliseconds */
  throwIfOver(pauseMs = 0): void {
    this.signal.throwIfAborted();
    if (this.isOverIn(pauseMs)) throw new FootprintTimeoutError(this.timeoutMs);
  }
}

/** Makes a call with a deadline. @throws what it throws */
export async function within<T>(timeoutMs: number, caller: AbortSignal | undefined, call: (deadline: Deadline) => Promise<T>): Promise<T> {
  const deadline = new Deadline(timeoutMs, caller);
  try {
    return await call(deadline);
  } finally {
    deadline.release();
  }
}

/** How long a lookup may take: for an instant lookup, its deadline plus a second. */
export function timeoutOf({ mode, deadlineMs }: LookupRequestV2, timeoutMs = LOOKUP_TIMEOUT_MS): number {
  return mode === 'instant' ? Math.min(timeoutMs, (deadlineMs ?? MAX_INSTANT_MS) + NETWORK_MS) : timeoutMs;
}
