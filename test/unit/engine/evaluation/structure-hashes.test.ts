/** How hashes of a page are stored, and what of two pages can be compared. */
import { describe, expect, it } from 'vitest';
import {
  comparableHashes,
  fingerprintOf,
  hashesOf,
  isComparable,
  LIMITS,
  withoutClasses,
} from '../../../../src/engine/evaluation/structure-hashes.js';

const from = (start: number, count: number): number[] => Array.from({ length: count }, (_, at) => start + at);
const stored = (hashes: readonly number[]): number[] => [...hashesOf(fingerprintOf(new Set(hashes)))];
const compared = (...pages: readonly (readonly number[])[]): number[][] =>
  comparableHashes(pages.map((page) => fingerprintOf(new Set(page)))).map((hashes) => [...hashes]);

/** Each kind with its lowest hash, the one above its highest, and how many are stored. */
const KINDS: readonly (readonly [kind: string, lowest: number, above: number, most: number])[] = [
  ['what says which kind a page is', 0, 2 ** 28, 32],
  ['elements and terms', 2 ** 28, 2 ** 29, 512],
  ['places of the name', 2 ** 29, 3 * 2 ** 28, 48],
  ['places of the name by classes', 3 * 2 ** 28, 2 ** 30, 48],
  ['classes and ids', 2 ** 30, 2 ** 32, 1_024],
];
const ENDS = KINDS.flatMap(([, lowest, above]) => [lowest, above - 1]);

describe('a stored fingerprint', () => {
  it('is a version, and the hashes in ascending order, seven digits each', () => {
    expect(fingerprintOf(new Set([2 ** 32 - 1, 35, 0, 2 ** 28]))).toBe('b0000000000000z04fti4g1z141z3');
    expect(fingerprintOf(new Set())).toBe('b');
  });

  it('is read as the hashes that it was made of; what is left of a cut one is not read', () => {
    expect(stored([...ENDS].reverse())).toEqual(ENDS);
    expect([...hashesOf('b0000000000000z04f')]).toEqual([0, 35]);
    expect([...hashesOf('b')]).toEqual([]);
  });

  it('can be compared when it was made in the way of now', () => {
    expect(['b', 'b0000000', '', '0000000', 'a0000000'].map(isComparable)).toEqual([true, true, false, false, false]);
  });

  it.each(KINDS)('holds the smallest hashes of %s, beside those of all others', (_, lowest, above, most) => {
    const others = ENDS.filter((hash) => hash < lowest || hash >= above);
    expect(stored([...others, ...from(lowest, most + 1)])).toEqual([...others, ...from(lowest, most)].sort((a, b) => a - b));
    expect(stored([...others, ...from(above - most - 1, most + 1)])).toEqual(
      [...others, ...from(above - most - 1, most)].sort((a, b) => a - b),
    );
  });

  it('without its classes has what stays where classes change', () => {
    expect(withoutClasses(fingerprintOf(new Set(ENDS)))).toBe(
      fingerprintOf(new Set([0, 2 ** 28 - 1, 2 ** 28, 2 ** 29 - 1, 2 ** 29, 3 * 2 ** 28 - 1])),
    );
    expect(LIMITS.position).toBe(3 * 2 ** 28);
  });
});

describe('what can be compared of several pages', () => {
  it('is all of them where none is at its limit', () => expect(compared(ENDS, [1])).toEqual([ENDS, [1]]));

  it.each(KINDS)('is of %s what lies up to the largest hash of a page at its limit', (_, lowest, above, most) => {
    const full = from(lowest, most);
    const last = lowest + most - 1;
    const others = ENDS.filter((hash) => hash < lowest || hash >= above);
    expect(compared([...full, ...others], [last, last + 1, above - 1, ...others])).toEqual(
      [
        [...full, ...others],
        [last, ...others],
      ].map((hashes) => [...hashes].sort((a, b) => a - b)),
    );
    expect(compared(from(lowest, most - 1), [above - 1])).toEqual([from(lowest, most - 1), [above - 1]]);
  });

  it('is the least of two pages at their limits', () => {
    expect(compared(from(10, 32), from(0, 32))).toEqual([from(10, 22), from(0, 32)]);
  });
});
