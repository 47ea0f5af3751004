/**
 * Caches one value for a short time, so that a flood of readers costs one read. Concurrent callers share the read under way. A
 * read that fails is not cached: the next caller reads again.
 */
export class CachedValue<Value> {
  readonly #read: () => Promise<Value>;
  readonly #maxAgeMs: number;
  #kept: { readonly value: Promise<Value>; readonly at: number } | undefined;

  /**
   * @param options.read reads the value
   * @param options.maxAgeMs age after which the value is read again, in milliseconds from the start of its reading
   */
  constructor(options: { read: () => Promise<Value>; maxAgeMs: number }) {
    this.#read = options.read;
    this.#maxAgeMs = options.maxAgeMs;
  }

  /** The value, at most as old as allowed, besides the time that reading it takes. */
  get(): Promise<Value> {
    const now = performance.now();
    if (this.#kept && now - this.#kept.at < this.#maxAgeMs) return this.#kept.value;
    return this.#renew(now);
  }

  #renew(startedAt: number): Promise<Value> {
    const value = this.#read();
    this.#kept = { value, at: NEVER_EXPIRES };
    value.then(
      () => (this.#kept = { value, at: startedAt }),
      () => (this.#kept = undefined),
    );
    return value;
  }
}

/** Start time of a read under way, with which it never expires. */
const NEVER_EXPIRES = Number.POSITIVE_INFINITY;
