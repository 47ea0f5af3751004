import type { RangeColumns } from '../../src/facts/ip/sources/range-table.js';

/** Where a value begins; it holds until the next entry. An address is a number of 128 bits, IPv4 in the lowest 32. */
export interface Boundary {
  readonly start: bigint;
  /** Null where nothing is known. */
  readonly value: string | null;
}

const V4_END = 1n << 32n;
const LOW_HALF = (1n << 64n) - 1n;

/** Converts ascending boundaries into columns; neighbours with the same value become one. */
export function columnsOf(boundaries: Iterable<Boundary>): RangeColumns {
  const indices = new Map<string, number>();
  const v4: Array<readonly [number, number]> = [];
  const v6: Array<readonly [bigint, number]> = [];
  let before = -1n;
  for (const { start, value } of boundaries) {
    if (start <= before) throw new Error('ranges overlap or are not in order');
    before = start;
    const index = value === null ? 0 : valueIndexOf(indices, value);
    if (start < V4_END) {
      if (v4.at(-1)?.[1] !== index) v4.push([Number(start), index]);
    } else if (v6.at(-1)?.[1] !== index) v6.push([start, index]);
  }
  return {
    values: [...indices.keys()],
    v4: Uint32Array.from(v4, ([start]) => start),
    v4Values: Uint32Array.from(v4, ([, index]) => index),
    v6High: BigUint64Array.from(v6, ([start]) => start >> 64n),
    v6Low: BigUint64Array.from(v6, ([start]) => start & LOW_HALF),
    v6Values: Uint32Array.from(v6, ([, index]) => index),
  };
}

/** Number of a value, from 1; the next free one when the value is new. */
function valueIndexOf(indices: Map<string, number>, value: string): number {
  const known = indices.get(value);
  if (known !== undefined) return known;
  indices.set(value, indices.size + 1);
  return indices.size;
}
