import type { StartPace } from '../flow/slots.js';

/** An iteration of the event loop that took longer than this, in milliseconds, had more to do than it can keep up with. */
const LONG_ITERATION_MS = 50;

/**
 * Room for a few starts per iteration of the event loop, and for one while iterations are long, so that started tasks make progress before
 * new ones start. Hundreds of TLS handshakes started at once come due at once: on a small machine all of them passed their deadlines, while
 * fewer at a time all met them.
 */
export class EventLoopThrottle implements StartPace {
  onRoom: () => void = () => undefined;
  #left: number;
  #isWaiting = false;

  /** @param now monotonic clock in milliseconds */
  constructor(
    private readonly perIteration: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = perIteration;
  }

  get hasRoom(): boolean {
    return this.#left > 0;
  }

  count(): void {
    this.#left -= 1;
    this.#awaitNextIteration();
  }

  #awaitNextIteration(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const began = this.now();
    setImmediate(() => {
      this.#isWaiting = false;
      const room = this.now() - began > LONG_ITERATION_MS ? 1 : this.perIteration;
      this.#left = room;
      this.onRoom();
      // Until an iteration is short, and nothing began in it.
      if (room < this.perIteration) this.#awaitNextIteration();
    });
  }
}
