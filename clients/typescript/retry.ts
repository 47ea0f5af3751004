/** Requests that survive a service that is busy, restarts, or cannot be reached for a moment. */
import { type Deadline, FootprintTimeoutError, LOOKUP_TIMEOUT_MS, within } from './deadline.js';
import { wait as waitFor, waitMsOf } from './wait.js';

/** Temporary refusals: the request was not executed, or can be repeated safely with its idempotency key. */
const MOMENTARY = new Set([429, 502, 503, 504]);
const MAX_ATTEMPTS = 6;
const FIRST_BACKOFF_MS = 1_000;
/** What `fetch` throws for a lost connection, in Node and in browsers. Its other errors, as for an invalid header, are permanent. */
const LOST = /^(?:fetch failed|terminated|Failed to fetch|Load failed|network ?error)/i;
/** Codes of permanent causes: an address, a certificate, an answer that is not HTTP. */
const PERMANENT = /^(?:ERR_|CERT_|DEPTH_|SELF_|UNABLE_|HPE_)/;

export interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time for all attempts and the waits between them, in milliseconds; default: ten minutes. No further attempt begins after that time. */
  readonly timeoutMs?: number | undefined;
  /** Waits; replaced in tests. */
  readonly wait?: ((ms: number, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Minimum time before another attempt, in milliseconds; default: 1 s, doubled each time. */
  readonly leastMs?: number | undefined;
}

/**
 * Sends a request until it gets a final answer. If the request was limited (429), met an unavailable service (502, 503, 504) or got no
 * answer, it is sent again, up to six times in total, within `timeoutMs`.
 *
 * @param send a request that may be repeated: a read, or one with an idempotency key. The signal ends it
 * @returns the last answer
 * @throws what the last `send` threw; FootprintTimeoutError; the signal's reason if it aborts
 */
export function persist<A extends { readonly response: Response }>(
  send: (signal: AbortSignal) => Promise<A>,
  { signal, timeoutMs = LOOKUP_TIMEOUT_MS, ...options }: RetryOptions = {},
): Promise<A> {
  return within(timeoutMs, signal, (deadline) => persistUntil(deadline, send, options));
}

/** `persist` with a deadline that other requests share. */
export async function persistUntil<A extends { readonly response: Response }>(
  deadline: Deadline,
  send: (signal: AbortSignal) => Promise<A>,
  { wait = waitFor, leastMs }: Pick<RetryOptions, 'wait' | 'leastMs'>,
): Promise<A> {
  for (let attempt = 1, mayBeUnderWay = false; ; attempt += 1) {
    deadline.throwIfOver();
    let answer: A | undefined;
    let failure: unknown;
    try {
      answer = await send(deadline.signal);
    } catch (error) {
      deadline.throwIfOver();
      if (!isLost(error) && !(error instanceof FootprintTimeoutError)) throw error; // the request's own time, not the call's
      failure = error;
    }
    const status = answer?.response.status ?? 503;
    // A conflict after a lost answer: the previous request is still being carried out.
    const isMomentary = MOMENTARY.has(status) || (mayBeUnderWay && status === 409);
    const backoffMs = leastMs ?? FIRST_BACKOFF_MS * 2 ** (attempt - 1);
    const pauseMs = answer ? Math.max(backoffMs, waitMsOf(answer.response, backoffMs)) : Math.min(backoffMs, 60_000);
    if (attempt >= MAX_ATTEMPTS || !isMomentary || deadline.isOverIn(pauseMs)) {
      if (answer) return answer;
      throw failure;
    }
    mayBeUnderWay ||= status !== 429;
    await wait(pauseMs, deadline.signal);
  }
}

function isLost(error: unknown): boolean {
  if (!(error instanceof TypeError) || !LOST.test(error.message)) return false;
  if (error.cause === undefined) return true; // a browser says no more
  const { code } = error.cause as { readonly code?: unknown };
  return typeof code === 'string' && !PERMANENT.test(code);
}
