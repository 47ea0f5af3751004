interface Write<T> {
  readonly items: T[];
  readonly written: Promise<boolean>;
}

/**
 * Merges concurrent writes under one key: at most one write of a key is under way, and items that arrive meanwhile go into the
 * next one. Writers of one row would otherwise queue at its lock, each with a connection of its own.
 */
export class MergedWrites<T> {
  readonly #write: (key: string, items: readonly T[]) => Promise<boolean>;
  /** By key: the end of the write under way. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** By key: the write that starts after it. */
  readonly #next = new Map<string, Write<T>>();

  constructor(write: (key: string, items: readonly T[]) => Promise<boolean>) {
    this.#write = write;
  }

  /** @returns the result of the write that included these items @throws what that write threw */
  add(key: string, items: readonly T[]): Promise<boolean> {
    const next = this.#next.get(key);
    if (next) {
      next.items.push(...items);
      return next.written;
    }
    const underWay = this.#underWay.get(key);
    if (!underWay) return this.#start(key, items);
    const merged = [...items];
    const written = underWay.then(() => {
      this.#next.delete(key);
      return this.#start(key, merged);
    });
    this.#next.set(key, { items: merged, written });
    return written;
  }

  #start(key: string, items: readonly T[]): Promise<boolean> {
    const written = this.#write(key, items);
    const end = (): void => void this.#underWay.delete(key);
    this.#underWay.set(key, written.then(end, end));
    return written;
  }
}
