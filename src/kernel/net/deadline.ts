import { setMaxListeners } from 'node:events';

/** What ended a call: its time had passed, or a signal (or `interrupt`) ended it. */
export type EndReason = 'timeout' | 'interrupted';

/**
 * Deadline of one call: it ends when one of the given signals aborts, or when its time, once started, has passed; the first reason is
 * kept. An AbortController and a timer, because AbortSignal.any() with timeout() loses its timer to the garbage collector on Node 20.
 */
export class Deadline {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = performance.now();
  #timeoutMs = Number.POSITIVE_INFINITY;
  #reason: EndReason | null = null;
  readonly #sources: readonly AbortSignal[];

  /** @param timeoutMs milliseconds from now; without it, the time begins with `start` */
  constructor(sources: readonly AbortSignal[], timeoutMs?: number) {
    this.#sources = sources;
    setMaxListeners(0, this.#controller.signal);
    for (const source of sources) {
      setMaxListeners(0, source); // one signal may end hundreds of calls
      source.addEventListener('abort', this.#onSource, { once: true });
      if (source.aborted) this.#end('interrupted', source.reason);
    }
    if (timeoutMs !== undefined) this.start(timeoutMs);
  }

  /** What ended the call, or null while it may continue. */
  get endReason(): EndReason | null {
    return this.#reason;
  }

  /** Aborts at the end, with the reason of the signal that caused it. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds since `start`. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  get remainingMs(): number {
    return this.#timeoutMs - this.elapsedMs;
  }

  /** Starts the time, in milliseconds from now. */
  start(timeoutMs: number): void {
    this.#startedAt = performance.now();
    this.#timeoutMs = timeoutMs;
    if (this.#reason === null && timeoutMs < Infinity) this.#timer = setTimeout(this.expire, Math.max(timeoutMs, 0));
  }

  /**
   * The result of work, or of `onEnd` once the deadline has ended. The work itself goes on; what it does later is ignored.
   *
   * @param onEnd called at the end; it may throw
   */
  settle<T, L>(work: Promise<T>, onEnd: () => L): Promise<T | L> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        try {
          resolve(onEnd());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#reason === null) this.signal.addEventListener('abort', end, { once: true });
      else end();
      work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', end));
    });
  }

  /** Releases the timer and the listeners; the signal does not abort any more, except by `expire` and `interrupt`. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const source of this.#sources) source.removeEventListener('abort', this.#onSource);
  }

  /** Ends the call now as if its time had passed. */
  readonly expire = (): void => this.#end('timeout');

  /** Ends the call now. */
  readonly interrupt = (): void => this.#end('interrupted');

  readonly #onSource = ({ target }: Event): void => this.#end('interrupted', (target as AbortSignal).reason);

  #end(reason: EndReason, cause?: unknown): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#controller.abort(cause);
  }
}

/** Runs work under a deadline of its own, and releases the deadline when the work has ended. */
export async function withDeadline<T>(
  sources: readonly AbortSignal[],
  timeoutMs: number,
  work: (deadline: Deadline) => T | Promise<T>,
): Promise<T> {
  const deadline = new Deadline(sources, timeoutMs);
  try {
    return await work(deadline);
  } finally {
    deadline.stop();
  }
}

/**
 * Waits for work, at most `timeoutMs` milliseconds and until the signal aborts. The work itself goes on; what it does later is ignored.
 *
 * @param onTimeout gives the result in place of the work's, or throws
 */
export function withTimeout<T, L = T>(work: Promise<T>, timeoutMs: number, onTimeout: () => L, signal?: AbortSignal): Promise<T | L> {
  return withDeadline(signal === undefined ? [] : [signal], timeoutMs, (deadline) => deadline.settle(work, onTimeout));
}

/** Waits; false when the signal aborted first. */
export function sleep(ms: number, signal?: AbortSignal): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      resolve(false);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve(true);
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** A signal that never aborts: a new one each time, so that what listens to it is not kept. */
export function neverAborts(): AbortSignal {
  return new AbortController().signal;
}
