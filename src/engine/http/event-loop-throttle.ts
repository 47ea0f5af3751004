/** An iteration of the event loop that took longer than this, in milliseconds, had more to do than it can keep up with. */
const LONG_ITERATION_MS = 50;

/**
 * Starts a few tasks per iteration of the event loop, and one while iterations are long, so that started tasks make progress before new
 * ones start. Hundreds of TLS handshakes started at once come due at once: on a small machine all of them passed their deadlines, while
 * fewer at a time all met them.
 */
export class EventLoopThrottle {
  readonly #waiting: Array<() => void> = [];
  #left: number;
  /** When the present iteration began; null while no caller has needed one. */
  #iterationBegan: number | null = null;
  readonly #perIteration: number;
  readonly #now: () => number;

  /** @param now monotonic clock in milliseconds */
  constructor(perIteration: number, now: () => number = () => performance.now()) {
    this.#perIteration = perIteration;
    this.#now = now;
    this.#left = perIteration;
  }

  /** Resolves when the caller's task may start: at once while this iteration has room. */
  acquire(): Promise<void> {
    if (this.#left > 0 && this.#waiting.length === 0) {
      this.#left -= 1;
      this.#awaitNextIteration();
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#awaitNextIteration();
    });
  }

  #awaitNextIteration(): void {
    if (this.#iterationBegan !== null) return;
    const began = this.#now();
    this.#iterationBegan = began;
    setImmediate(() => {
      this.#iterationBegan = null;
      const room = this.#now() - began > LONG_ITERATION_MS ? 1 : this.#perIteration;
      const begun = this.#waiting.splice(0, room);
      this.#left = room - begun.length;
      for (const begin of begun) begin();
      if (begun.length > 0 || room < this.#perIteration) this.#awaitNextIteration();
    });
  }
}
