/** Restarts parts of the stack that end unexpectedly, and stops all parts in reverse order of their start. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from './child.js';

export interface SupervisorEvents {
  /** A part ended unexpectedly. */
  readonly lost: (name: string, how: string) => void;
  /** It runs again. */
  readonly restored: (name: string) => void;
  /** It could not be started again; the next attempt follows. */
  readonly failing: (name: string, error: unknown) => void;
}

/** Milliseconds before the n-th attempt to restart a part; the last value repeats. */
const BACKOFF_MS = [100, 500, 1_000, 2_000, 5_000];
/** A part that ran this long, in milliseconds, begins with the shortest pause again. */
const STABLE_AFTER_MS = 30_000;

interface SupervisedProcess {
  /** Null until its first start has succeeded. */
  current: Running | null;
  watching: Promise<void>;
  /** It is stopped in order to be started again: called after the attempt. */
  replaced: (() => void) | null;
}

export class Supervisor {
  readonly #parts: SupervisedProcess[] = [];
  readonly #aborted = new AbortController();
  readonly #events: SupervisorEvents;

  constructor(events: SupervisorEvents) {
    this.#events = events;
  }

  /**
   * @param start starts the part; called again, with `true`, whenever it ends unexpectedly
   * @throws what `start` throws the first time
   */
  async supervise<T extends Running>(start: (again: boolean) => Promise<T>): Promise<T> {
    // The stop order follows the calls: parts that start in parallel become ready in any order.
    const part: SupervisedProcess = { current: null, watching: Promise.resolve(), replaced: null };
    this.#parts.push(part);
    const first = await start(false);
    part.current = first;
    if (this.#stopping) await first.stop();
    else part.watching = this.#watch(part, first, () => start(true));
    return first;
  }

  /**
   * Ends a part in order and starts it again at once. Resolves after the first attempt; when that fails, others follow.
   * @param name that of its process; one that is not there is nothing to replace
   */
  async replace(name: string): Promise<void> {
    const part = this.#parts.find(({ current }) => current?.name === name);
    if (!part?.current || this.#stopping) return;
    const attempted = new Promise<void>((resolve) => {
      part.replaced = resolve;
    });
    await part.current.stop();
    await attempted;
  }

  /** Stops all parts, the last started first. Safe to call twice. */
  async stop(): Promise<void> {
    this.#aborted.abort();
    for (const part of [...this.#parts].reverse()) {
      await part.current?.stop();
      await part.watching;
    }
  }

  get #stopping(): boolean {
    return this.#aborted.signal.aborted;
  }

  async #watch(part: SupervisedProcess, first: Running, start: () => Promise<Running>): Promise<void> {
    let failures = 0;
    for (let running = first; ; ) {
      const { name, exited } = running;
      const since = performance.now();
      const { code, signal } = await exited;
      if (this.#stopping) return;
      if (!part.replaced) this.#events.lost(name, signal ?? `code ${code}`);
      if (performance.now() - since > STABLE_AFTER_MS) failures = 0;
      const next = await this.#startAgain(part, name, start, failures);
      part.replaced?.();
      part.replaced = null;
      if (!next) return;
      failures = next.failures;
      running = next.running;
      part.current = running;
      // Stop was requested during the restart: stop() has already handled the old process.
      if (this.#stopping) return running.stop();
      this.#events.restored(name);
    }
  }

  async #startAgain(
    part: SupervisedProcess,
    name: string,
    start: () => Promise<Running>,
    before: number,
  ): Promise<{ running: Running; failures: number } | null> {
    for (let failures = before; ; ) {
      const wait = part.replaced ? 0 : BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)];
      const waited = await sleep(wait, true, { signal: this.#aborted.signal }).catch(() => false);
      if (!waited) return null;
      failures += 1;
      try {
        return { running: await start(), failures };
      } catch (error) {
        if (this.#stopping) return null;
        this.#events.failing(name, error);
        part.replaced?.();
        part.replaced = null;
      }
    }
  }
}
