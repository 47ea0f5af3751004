/** How long a failure is kept, in milliseconds: reading and checking a large file for each lookup would cost too much. */
const FAILURE_TTL_MS = 60_000;

/** A value created once, at first use; a failed creation is tried again after a minute. */
export class Lazy<T> {
  #made: Promise<T> | null = null;
  #failedAt = 0;
  readonly #make: () => Promise<T>;
  readonly #now: () => number;

  /** @param now monotonic clock in milliseconds; for tests */
  constructor(make: () => Promise<T>, now: () => number = () => performance.now()) {
    this.#make = make;
    this.#now = now;
  }

  get(): Promise<T> {
    if (this.#failedAt > 0 && this.#now() - this.#failedAt >= FAILURE_TTL_MS) this.#made = null;
    this.#made ??= this.#begin();
    return this.#made;
  }

  #begin(): Promise<T> {
    this.#failedAt = 0;
    const made = this.#make();
    made.catch(() => {
      this.#failedAt = this.#now();
    });
    return made;
  }

  /** Closes the value, if one was created. */
  async release(close: (made: T) => Promise<void>): Promise<void> {
    const made = await this.#made?.catch(() => null);
    if (made !== null && made !== undefined) await close(made);
  }
}
