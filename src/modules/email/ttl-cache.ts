/** A value, and how long it may be kept, in milliseconds; 0: not at all. */
export interface CacheEntry<Value> {
  readonly value: Value;
  readonly ttlMs: number;
}

export interface TtlCacheOptions {
  /** Entries held at most; the oldest are evicted first. */
  readonly maxEntries: number;
  /** Monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

/**
 * Bounded in-memory cache with a time to live per entry; concurrent calls for one key share a single query. For facts about domains, never
 * about a mailbox. A query continues when no caller waits any more, so that the next one finds its result.
 */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #asked = new Map<string, Promise<Value>>();
  readonly #clock: () => number;
  readonly #options: TtlCacheOptions;

  constructor(options: TtlCacheOptions) {
    this.#options = options;
    this.#clock = options.clock ?? (() => performance.now());
  }

  /** @param ask must not reject */
  get(key: string, ask: () => Promise<CacheEntry<Value>>): Promise<Value> {
    const held = this.peek(key);
    if (held !== undefined) return Promise.resolve(held);
    const running = this.#asked.get(key);
    if (running !== undefined) return running;
    const fresh = ask()
      .then((kept) => {
        this.put(key, kept);
        return kept.value;
      })
      .finally(() => this.#asked.delete(key));
    this.#asked.set(key, fresh);
    return fresh;
  }

  /** The cached value; undefined when there is none, or it has expired. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > this.#clock()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  put(key: string, { value, ttlMs }: CacheEntry<Value>): void {
    this.#entries.delete(key);
    if (ttlMs <= 0) return;
    this.#entries.set(key, { value, until: this.#clock() + ttlMs });
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > this.#options.maxEntries && oldest.value !== undefined) this.#entries.delete(oldest.value);
  }

  get size(): number {
    return this.#entries.size;
  }
}
