import type { Connection } from './connection.js';

/** Unused connections, found by their key without a look at the others: a sweep keeps hundreds, and most requests find none. */
export class IdleConnections {
  /** The longest unused first. */
  readonly #all = new Set<Connection>();
  readonly #byKey = new Map<string, Set<Connection>>();

  get size(): number {
    return this.#all.size;
  }

  /** Takes out the open one of a key that was used last; undefined: there is none. */
  take(key: string): Connection | undefined {
    const found = [...(this.#byKey.get(key) ?? [])].findLast(({ isOpen }) => isOpen);
    if (found !== undefined) this.delete(found);
    return found;
  }

  add(connection: Connection): void {
    this.#all.add(connection);
    const { key } = connection;
    this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(connection));
  }

  /** @returns whether it was one of these */
  delete(connection: Connection): boolean {
    const { key } = connection;
    const ofKey = this.#byKey.get(key);
    ofKey?.delete(connection);
    if (ofKey?.size === 0) this.#byKey.delete(key);
    return this.#all.delete(connection);
  }

  [Symbol.iterator](): IterableIterator<Connection> {
    return this.#all.values();
  }
}
