import type { LookupFeed } from '../../domain/lookup/lookup-ports.js';
import type { Sql } from '../client.js';
import { openListener, type Listener } from '../listener.js';
import { LOOKUP_CHANNEL, markWatched } from './watched-lookups.js';

/** Interval in milliseconds; a connection that the network dropped silently is detected within twice this time. */
const HEARTBEAT_MS = 5_000;

/**
 * One LISTEN connection per process wakes the subscribers of a lookup. After a reconnection all subscribers are woken, because
 * notifications may have been missed meanwhile: the rows are read again and no change is lost.
 */
export class PostgresLookupFeed implements LookupFeed {
  readonly #subscribers = new Map<string, Set<() => void>>();
  /** Lookups that this process marked, while they have subscribers. */
  readonly #marked = new Set<string>();
  #sql: Sql | undefined;
  #listener: Listener | undefined;

  /** Starts listening; resolves when the first LISTEN is active. A connection that is lost or falls silent is replaced. */
  async start(sql: Sql, { heartbeatMs = HEARTBEAT_MS }: { heartbeatMs?: number } = {}): Promise<void> {
    this.#sql = sql;
    this.#listener = await openListener(sql, {
      channel: LOOKUP_CHANNEL,
      heartbeatMs,
      onNotify: (lookupId) => this.#wake(this.#subscribers.get(lookupId)),
      onListening: () => {
        for (const subscribers of this.#subscribers.values()) this.#wake(subscribers);
      },
    });
  }

  subscribe(lookupId: string, wake: () => void, { sinceAcceptance = false }: { sinceAcceptance?: boolean } = {}): () => void {
    const subscribers = this.#subscribers.get(lookupId) ?? new Set();
    this.#subscribers.set(lookupId, subscribers.add(wake));
    if (!sinceAcceptance) this.#mark(lookupId);
    return () => {
      subscribers.delete(wake);
      if (subscribers.size > 0) return;
      this.#subscribers.delete(lookupId);
      this.#marked.delete(lookupId);
    };
  }

  /** How many lookups have subscribers. */
  get size(): number {
    return this.#subscribers.size;
  }

  async close(): Promise<void> {
    await this.#listener?.close();
  }

  /** One statement for all subscribers of a lookup. When it fails they depend on their slow poll. */
  #mark(lookupId: string): void {
    if (!this.#sql || this.#marked.has(lookupId)) return;
    this.#marked.add(lookupId);
    markWatched(this.#sql, lookupId).then(
      (mayHaveMissed) => mayHaveMissed && this.#wake(this.#subscribers.get(lookupId)),
      () => this.#marked.delete(lookupId),
    );
  }

  #wake(subscribers: Iterable<() => void> | undefined): void {
    for (const wake of [...(subscribers ?? [])]) wake();
  }
}
