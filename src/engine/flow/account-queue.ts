/**
 * What waits of one account: short work and deep in turn, so that two lookups of the strongest platforms do not wait for fifty of every
 * platform that were sent before. docs/load.md, "Short work beside deep".
 */
export class AccountQueue<T> {
  #short: T[] = [];
  #deep: T[] = [];
  #isDeepNext = false;

  get length(): number {
    return this.#short.length + this.#deep.length;
  }

  add(item: T, isDeep = false): void {
    (isDeep ? this.#deep : this.#short).push(item);
  }

  /** Removes the next item: of the kind whose turn it is, the one that came first; with `newestFirst` the one that came last. */
  take(newestFirst = false): T | undefined {
    const next = this.#short.length === 0 || (this.#isDeepNext && this.#deep.length > 0) ? this.#deep : this.#short;
    this.#isDeepNext = next === this.#short;
    return newestFirst ? next.pop() : next.shift();
  }

  /** Drops what no longer waits. */
  filter(isWaiting: (item: T) => boolean): void {
    this.#short = this.#short.filter(isWaiting);
    this.#deep = this.#deep.filter(isWaiting);
  }

  /** All items, in no particular order. */
  get all(): readonly T[] {
    return [...this.#short, ...this.#deep];
  }
}
