/** A value, and how long it may be kept, in milliseconds; 0: not at all. */
export interface Kept<Value> {
  readonly value: Value;
  readonly forMs: number;
}

export interface FactCacheOptions {
  /** Entries held at most; the oldest are evicted first. */
  readonly most: number;
  /** Monotonic clock in milliseconds. */
  readonly clock?: () => number;
}

/**
 * Bounded in-memory cache with a time to live per entry; concurrent calls for one key share a single query. For facts about domains, never
 * about a mailbox. A query continues when no caller waits any more, so that the next one finds its result.
 */
export class FactCache<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly until: number }>();
  private readonly asked = new Map<string, Promise<Value>>();
  private readonly clock: () => number;

  constructor(private readonly options: FactCacheOptions) {
    this.clock = options.clock ?? (() => performance.now());
  }

  /** @param ask must not reject */
  get(key: string, ask: () => Promise<Kept<Value>>): Promise<Value> {
    const held = this.peek(key);
    if (held !== undefined) return Promise.resolve(held);
    const running = this.asked.get(key);
    if (running !== undefined) return running;
    const fresh = ask()
      .then((kept) => {
        this.put(key, kept);
        return kept.value;
      })
      .finally(() => this.asked.delete(key));
    this.asked.set(key, fresh);
    return fresh;
  }

  /** The cached value; undefined when there is none, or it has expired. */
  peek(key: string): Value | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.until > this.clock()) return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  put(key: string, { value, forMs }: Kept<Value>): void {
    this.entries.delete(key);
    if (forMs <= 0) return;
    this.entries.set(key, { value, until: this.clock() + forMs });
    const oldest = this.entries.keys().next();
    if (this.entries.size > this.options.most && oldest.value !== undefined) this.entries.delete(oldest.value);
  }

  get size(): number {
    return this.entries.size;
  }
}
