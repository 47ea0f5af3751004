import { withTimeout } from '../../net/deadline.js';

/** Pause after a list could not be fetched, in milliseconds. */
const FAILURE_BACKOFF_MS = 10 * 60_000;

/** A shared value that is fetched again when it expires: one fetch at a time, independent of any caller's signal. */
export class RefreshingCache<T> {
  #value: T | null = null;
  #freshUntil = 0;
  #pending: Promise<void> | null = null;
  readonly #fetch: () => Promise<T | null>;
  readonly #ttlMs: number;

  /**
   * @param fetch returns null when the value cannot be fetched; must not throw
   * @param keptMs milliseconds from one fetch to the next
   */
  constructor(fetch: () => Promise<T | null>, ttlMs: number) {
    this.#fetch = fetch;
    this.#ttlMs = ttlMs;
  }

  /** The cached value, also an expired one; null before the first successful fetch. */
  get current(): T | null {
    return this.#value;
  }

  /** The cached value. Starts a fetch when it has expired; without a value, waits until that fetch ends or the signal aborts. */
  async get(signal: AbortSignal): Promise<T | null> {
    if (performance.now() >= this.#freshUntil) this.#pending ??= this.#refresh();
    if (this.#value === null && this.#pending !== null) await withTimeout(this.#pending, Infinity, () => undefined, signal);
    return this.#value;
  }

  async #refresh(): Promise<void> {
    const list = await this.#fetch();
    this.#freshUntil = performance.now() + (list === null ? FAILURE_BACKOFF_MS : this.#ttlMs);
    this.#value = list ?? this.#value;
    this.#pending = null;
  }
}
