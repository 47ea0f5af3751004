import { fnv1a } from '../../domain/fnv1a.js';

/**
 * A set of names kept as 32-bit digests, sorted: a tenth of the memory of the names. It may report a name that is not in it (one in 30,000
 * with 150,000 names), but never misses one that is; use it where a false positive only costs a result.
 */
export class NameDigests {
  readonly #sorted: Uint32Array;

  constructor(names: readonly string[]) {
    this.#sorted = Uint32Array.from(names, fnv1a).sort();
  }

  has(name: string): boolean {
    const wanted = fnv1a(name);
    let [low, high] = [0, this.#sorted.length - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#sorted[middle] ?? 0;
      if (found === wanted) return true;
      if (found < wanted) low = middle + 1;
      else high = middle - 1;
    }
    return false;
  }
}
