import { LRUCache } from 'lru-cache';
import { OutboundFailure } from '../../kernel/net/failure.js';

const MAX_ENTRIES = 4_096;
/** After a value was renewed because a platform rejected it, the next one is not renewed for this long: a wall is no stale token. */
export const MIN_RENEWAL_MS = 60_000;

/** A value as one call got it. */
export interface Held<T> {
  readonly key: string;
  readonly value: T;
  readonly generation: number;
  /** Whether it was obtained while the call waited for it: nothing newer can be had. */
  readonly isFresh: boolean;
}

interface Entry<T> {
  readonly value: T;
  readonly generation: number;
  readonly expiresAt: number;
  /** Whether the newest response to a request with it was a rejection. */
  isRejected: boolean;
}

/**
 * Values that requests obtain and share: one request under way at a time for each key. What fails is not kept. When the call that makes
 * the request ends early, the next one makes it. A value that the platform rejects is renewed once.
 */
export class RenewableCache<T> {
  readonly #entries = new LRUCache<string, Entry<T>>({ max: MAX_ENTRIES });
  readonly #renewedAt = new LRUCache<string, number>({ max: MAX_ENTRIES });
  readonly #running = new Map<string, Promise<Entry<T>>>();
  #generation = 0;

  /** @param now monotonic clock in milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * @param load obtains the value; `ttlMs` is how long others may use it
   * @param rejected the value that must be replaced, where the call has had one before
   * @throws what `load` throws, in this call or in the one that all wait for
   */
  async get(key: string, load: () => Promise<{ value: T; ttlMs: number }>, rejected?: Held<T>): Promise<Held<T>> {
    for (;;) {
      const known = this.#entries.get(key);
      if (known !== undefined && known.generation !== rejected?.generation && known.expiresAt > this.now()) {
        return { key, value: known.value, generation: known.generation, isFresh: false };
      }
      const running = this.#running.get(key);
      try {
        const { value, generation } = await (running ?? this.#start(key, load, known !== undefined && rejected !== undefined));
        return { key, value, generation, isFresh: true };
      } catch (error) {
        const isOthers = running !== undefined && error instanceof OutboundFailure && error.reason === 'interrupted';
        if (!isOthers) throw error;
      }
    }
  }

  /** Records whether the response to a request with this value looks like the rejection of a stale one. */
  report(held: Held<T>, isRejected: boolean): void {
    const entry = this.#entries.peek(held.key);
    if (entry?.generation === held.generation) entry.isRejected = isRejected;
  }

  /** Whether it makes sense to send a request again that was rejected with this value. */
  mayRenew({ key, generation, isFresh }: Held<T>): boolean {
    if (isFresh) return false;
    if (this.#running.has(key)) return true;
    const entry = this.#entries.peek(key);
    if (entry !== undefined && entry.generation !== generation) return !entry.isRejected;
    return this.now() - (this.#renewedAt.get(key) ?? Number.NEGATIVE_INFINITY) >= MIN_RENEWAL_MS;
  }

  #start(key: string, load: () => Promise<{ value: T; ttlMs: number }>, isRenewal: boolean): Promise<Entry<T>> {
    if (isRenewal) this.#renewedAt.set(key, this.now());
    this.#entries.delete(key);
    const run = load()
      .then(({ value, ttlMs }): Entry<T> => {
        const entry = { value, generation: ++this.#generation, expiresAt: this.now() + ttlMs, isRejected: false };
        this.#entries.set(key, entry);
        return entry;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, run);
    return run;
  }
}
