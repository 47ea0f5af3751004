import { retryAfterOf } from './errors.js';

/** Longest wait that `Retry-After` can request: the service limits by the minute. */
const MAX_WAIT_MS = 60_000;

/** How long the service says to wait, from a second to a minute. @param otherwiseMs without `Retry-After` */
export function waitMsOf(response: Pick<Response, 'headers'>, otherwiseMs: number): number {
  const seconds = retryAfterOf(response);
  return Math.min(seconds === undefined ? otherwiseMs : Math.max(seconds, 1) * 1_000, MAX_WAIT_MS);
}

/** Waits. @throws the signal's reason when it aborts */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

const HELD = new WeakMap<ReadableStream, unknown>();

/** A response that holds its request while its body is read: Node 20 loses the signal of a request that nobody references. */
export function holding(response: Response, request: unknown): Response {
  if (response.body) HELD.set(response.body, [request, HELD.get(response.body)]);
  return response;
}

export interface WaitingFetchOptions {
  /** Sends one request; default: the global `fetch`. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Maximum number of attempts; default: no limit. */
  readonly maxAttempts?: number;
  /** Called before each wait, with the refusal; it may read the body. */
  readonly onWait?: (ms: number, refusal: Response) => void | Promise<void>;
  /** Waits; replaced in tests. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * A `fetch` for `createFootprintClient`: a request that exceeds the limit per minute (429) is sent again when the service says. Such a
 * request was neither executed nor billed.
 */
export function waitingFetch(options: WaitingFetchOptions = {}): (request: Request) => Promise<Response> {
  const { fetch: send = (request) => fetch(request), maxAttempts = Number.POSITIVE_INFINITY, onWait, wait: waitFor = wait } = options;
  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const sent = new Request(request.clone(), { signal: request.signal }); // a clone alone loses it too
      const response = holding(await send(sent), sent);
      if (response.status !== 429 || attempt >= maxAttempts) return response;
      const ms = waitMsOf(response, MAX_WAIT_MS);
      await onWait?.(ms, response);
      await response.body?.cancel().catch(() => undefined); // frees the connection
      await waitFor(ms, request.signal);
    }
  };
}
