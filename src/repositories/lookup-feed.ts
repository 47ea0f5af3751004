import type { LookupFeed } from '../domain/lookup-ports.js';
import type { Sql } from '../db/client.js';
import { openListener, type Listener } from '../db/listener.js';
import { LOOKUP_CHANNEL } from './lookup-writer.js';

/** A connection that a network swallowed is found within twice this. */
const HEARTBEAT_MS = 5_000;

/**
 * One LISTEN connection a process wakes everybody who waits for a lookup. After a reconnection everybody is woken, because
 * notifications may have passed meanwhile: the rows are read again and nothing is missed.
 */
export class PostgresLookupFeed implements LookupFeed {
  readonly #subscribers = new Map<string, Set<() => void>>();
  #listener: Listener | undefined;

  /** Starts listening; resolves when the first LISTEN stands. A connection that is lost or falls silent is replaced. */
  async start(sql: Sql, { heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {}): Promise<void> {
    this.#listener = await openListener(sql, {
      channel: LOOKUP_CHANNEL,
      heartbeatMs,
      onNotify: (lookupId) => this.#wake(this.#subscribers.get(lookupId)),
      onListening: () => {
        for (const subscribers of this.#subscribers.values()) this.#wake(subscribers);
      },
    });
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
    await this.#listener?.close();
  }

  #wake(subscribers: Iterable<() => void> | undefined): void {
    for (const wake of [...(subscribers ?? [])]) wake();
  }
}
