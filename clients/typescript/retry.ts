/** Requests that survive a service that is busy, restarts, or cannot be reached for a moment. */
import { wait as waitFor, waitMsOf } from './wait.js';

/** Refusals of a moment: the request was not carried out, or is the same one when it is repeated under its idempotency key. */
const MOMENTARY = new Set([429, 502, 503, 504]);
const MAX_ATTEMPTS = 8;
const FIRST_BACKOFF_MS = 1_000;

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Waits; replaced in tests. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Least time before a further attempt, in milliseconds; default: 1 s, doubled each time. */
  readonly leastMs?: number | undefined;
}

/**
 * Sends a request until it gets an answer that is not of the moment: one that was limited (429), met a service that was not available
 * (502, 503, 504), or lost its connection is sent again, up to eight times in all.
 *
 * @param send a request that may be repeated: a read, or one under an idempotency key
 * @returns the last answer
 * @throws what the last `send` threw; the signal's reason when it aborts
 */
export async function persist<A extends { readonly response: Response }>(
  send: () => Promise<A>,
  { signal, wait = waitFor, leastMs }: RetryOptions = {},
): Promise<A> {
  for (let attempt = 1, mayBeUnderWay = false; ; attempt += 1) {
    const answer = await send().catch((error: unknown) => {
      signal?.throwIfAborted();
      if (attempt >= MAX_ATTEMPTS || !(error instanceof TypeError)) throw error;
      return null;
    });
    const status = answer?.response.status ?? 503;
    // A conflict after a lost answer: the request before is still being carried out.
    const isMomentary = MOMENTARY.has(status) || (mayBeUnderWay && status === 409);
    if (answer && (attempt >= MAX_ATTEMPTS || !isMomentary)) return answer;
    mayBeUnderWay ||= status !== 429;
    const backoffMs = leastMs ?? FIRST_BACKOFF_MS * 2 ** (attempt - 1);
    await wait(answer ? Math.max(backoffMs, waitMsOf(answer.response, backoffMs)) : Math.min(backoffMs, 60_000), signal);
  }
}
