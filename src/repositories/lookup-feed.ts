import type { LookupFeed } from '../domain/lookup-ports.js';
import type { Sql } from '../db/client.js';
import { LOOKUP_CHANNEL } from './lookup-writer.js';

/**
 * One LISTEN connection a process wakes everybody who waits for a lookup. After a reconnection everybody is woken, because
 * notifications may have passed meanwhile: the rows are read again and nothing is missed.
 */
export class PostgresLookupFeed implements LookupFeed {
  readonly #subscribers = new Map<string, Set<() => void>>();
  #stop: (() => Promise<void>) | undefined;

  /** Starts listening; resolves when the first LISTEN stands. The connection is restored by the driver. */
  async start(sql: Sql): Promise<void> {
    const listener = await sql.listen(
      LOOKUP_CHANNEL,
      (lookupId) => this.#wake(this.#subscribers.get(lookupId)),
      () => {
        for (const subscribers of this.#subscribers.values()) this.#wake(subscribers);
      },
    );
    this.#stop = listener.unlisten;
  }

  subscribe(lookupId: string, wake: () => void): () => void {
    const subscribers = this.#subscribers.get(lookupId) ?? new Set();
    this.#subscribers.set(lookupId, subscribers.add(wake));
    return () => {
      subscribers.delete(wake);
      if (subscribers.size === 0) this.#subscribers.delete(lookupId);
    };
  }

  /** How many lookups are waited for. */
  get size(): number {
    return this.#subscribers.size;
  }

  async close(): Promise<void> {
    await this.#stop?.();
  }

  #wake(subscribers: Iterable<() => void> | undefined): void {
    for (const wake of [...(subscribers ?? [])]) wake();
  }
}
