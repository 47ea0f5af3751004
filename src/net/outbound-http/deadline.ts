import { setMaxListeners } from 'node:events';

/**
 * Deadline of one call: it ends when one of the given signals aborts, or when its time, once started, has passed; the first reason is
 * kept. An AbortController and a timer, because AbortSignal.any() with timeout() loses its timer to the garbage collector on Node 20.
 */
export class Deadline {
  readonly #controller = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #startedAt = performance.now();
  #deadlineMs = Number.POSITIVE_INFINITY;
  #reason: 'timeout' | 'interrupted' | null = null;
  readonly #sources: readonly AbortSignal[];

  constructor(sources: readonly AbortSignal[]) {
    this.#sources = sources;
    setMaxListeners(0, this.#controller.signal);
    for (const source of sources) {
      setMaxListeners(0, source); // one signal may end hundreds of calls
      source.addEventListener('abort', this.interrupt, { once: true });
      if (source.aborted) this.interrupt();
    }
  }

  /** What ended the call, or null while it may continue. */
  get endReason(): 'timeout' | 'interrupted' | null {
    return this.#reason;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Milliseconds since `start`. */
  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  get remainingMs(): number {
    return this.#deadlineMs - this.elapsedMs;
  }

  /** Starts the deadline, in milliseconds from now. */
  start(deadlineMs: number): void {
    this.#startedAt = performance.now();
    this.#deadlineMs = deadlineMs;
    this.#timer = setTimeout(() => this.#end('timeout'), Math.max(deadlineMs, 0));
  }

  /** Releases the timer and the signal listeners. */
  stop(): void {
    clearTimeout(this.#timer);
    for (const source of this.#sources) source.removeEventListener('abort', this.interrupt);
  }

  /** Ends the call now as if its deadline had passed. */
  readonly expire = (): void => this.#end('timeout');

  /** Ends the call now. */
  readonly interrupt = (): void => this.#end('interrupted');

  #end(reason: 'timeout' | 'interrupted'): void {
    if (this.#reason !== null) return;
    this.#reason = reason;
    this.#controller.abort();
  }
}
