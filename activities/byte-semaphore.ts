interface Waiter {
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Admits work by the bytes that it holds in memory, in order of arrival, so that small bodies cannot starve a large one.
 * Work that is larger than the whole capacity is admitted when nothing else is in flight.
 */
export class ByteSemaphore {
  readonly #capacity: number;
  readonly #queue: Waiter[] = [];
  #used = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** @returns a function that releases the bytes; null when there was no room within `waitMs` */
  async acquire(bytes: number, waitMs: number): Promise<(() => void) | null> {
    const size = Math.min(bytes, this.#capacity);
    const admitted = await new Promise<boolean>((resolve) => {
      const waiter: Waiter = {
        bytes: size,
        admit: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.#queue.splice(this.#queue.indexOf(waiter), 1);
        resolve(false);
        this.#admitNext(); // a smaller one may have waited behind it
      }, waitMs);
      this.#queue.push(waiter);
      this.#admitNext();
    });
    return admitted ? () => this.#release(size) : null;
  }

  #release(bytes: number): void {
    this.#used -= bytes;
    this.#admitNext();
  }

  #admitNext(): void {
    for (let first = this.#queue[0]; first && this.#used + first.bytes <= this.#capacity; first = this.#queue[0]) {
      this.#queue.shift();
      this.#used += first.bytes;
      first.admit();
    }
  }
}
