import type { BreachIndex } from '../../domain/breaches/breach-index.js';
import { withTimeout } from '../../net/deadline.js';

/** How long "not empty" is cached, in milliseconds. */
const TTL_MS = 30_000;
/** Longest wait for a database that does not respond, in milliseconds. */
const MAX_WAIT_MS = 250;

/** Whether the operator's index has entries. "Empty" is never cached: an import may just have filled it. */
export class IndexPresence {
  // Assumed to have entries until read: querying an empty index yields nothing, which is correct too.
  #known = true;
  #validUntil = 0;
  readonly #index: BreachIndex;

  constructor(index: BreachIndex) {
    this.#index = index;
  }

  /** As of the latest `refresh`. */
  get hasEntries(): boolean {
    return this.#known;
  }

  /** Reads it again unless entries are known to exist. A failed or late read leaves the value unchanged. */
  async refresh(): Promise<void> {
    if (this.#known && performance.now() < this.#validUntil) return;
    await withTimeout(
      this.#read().catch(() => undefined),
      MAX_WAIT_MS,
      () => undefined,
    );
  }

  async #read(): Promise<void> {
    this.#known = (await this.#index.coverage()).queryTypes.size > 0;
    this.#validUntil = performance.now() + TTL_MS;
  }
}
