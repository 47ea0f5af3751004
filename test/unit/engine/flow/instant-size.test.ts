import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InstantSize } from '../../../../src/engine/flow/instant.js';

const MAX = 11;
/** Longer than one slow moment counts for. */
const APART_MS = 1_000;

/** A machine that carries so many requests of a lookup before the ceiling: lookups follow one another. @returns the sizes */
function carry(size: InstantSize, capacity: number, lookups: number, from = 0): number[] {
  return Array.from({ length: lookups }, (_, n) => {
    const planned = size.current;
    size.observe({ planned, inTime: Math.min(planned, capacity) }, from + n * APART_MS);
    return size.current;
  });
}

describe('how many platforms an instant lookup asks', () => {
  it('begins with the most', () => expect(new InstantSize(MAX).current).toBe(MAX));

  it('is never below two nor above the most, whatever comes', () => {
    const lookup = fc.record({
      requested: fc.integer({ min: 0, max: 20 }),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      afterMs: fc.integer({ min: 0, max: 2_000 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.array(lookup, { maxLength: 200 }), (max, lookups) => {
        const size = new InstantSize(max);
        let now = 0;
        for (const { requested: planned, share, afterMs } of lookups) {
          now += afterMs;
          size.observe({ planned, inTime: Math.floor(planned * share) }, now);
          expect(size.current).toBeGreaterThanOrEqual(2);
          expect(size.current).toBeLessThanOrEqual(max);
        }
      }),
    );
  });

  it('stays while nearly all answer in time, a late one now and then included', () => {
    const size = new InstantSize(MAX);
    for (let n = 0; n < 200; n += 1) size.observe({ planned: MAX, inTime: n % 5 === 0 ? 7 : MAX }, n * APART_MS);
    expect(size.current).toBe(MAX);
  });

  it('shrinks when answers are late, down to two, and grows back to the most when they come in time again', () => {
    const size = new InstantSize(MAX);
    expect(carry(size, 0, 60).at(-1)).toBe(2);
    expect(carry(size, MAX, 300, 60 * APART_MS).at(-1)).toBe(MAX);
  });

  it('settles near what the machine carries, so that most of what is asked answers', () => {
    const sizes = carry(new InstantSize(MAX), 5, 400).slice(100);
    const mean = sizes.reduce((sum, each) => sum + each, 0) / sizes.length;
    expect(mean).toBeGreaterThanOrEqual(4);
    expect(mean).toBeLessThanOrEqual(5 / 0.7);
  });

  it('a lookup that began before it shrank says nothing any more, however late it ends', () => {
    const size = new InstantSize(64);
    for (let n = 0; n < 20; n += 1) size.observe({ planned: 64, inTime: 0 }, 5_000 + n, 4_000);
    const shrunk = size.current;
    expect(shrunk).toBeLessThan(64);
    for (let n = 0; n < 20; n += 1) size.observe({ planned: 64, inTime: 0 }, 9_000 + n, 4_000 + n);
    expect(size.current).toBe(shrunk);
    for (let n = 0; n < 20; n += 1) size.observe({ planned: 64, inTime: 0 }, 9_500 + n, 8_000 + n);
    expect(size.current).toBeLessThan(shrunk);
  });

  it('counts one slow moment once, however many lookups saw it', () => {
    const [once, often] = [new InstantSize(64), new InstantSize(64)];
    for (let n = 0; n < 3; n += 1) once.observe({ planned: 64, inTime: 0 }, 1_000);
    for (let n = 0; n < 50; n += 1) often.observe({ planned: 64, inTime: 0 }, 1_000);
    expect(often.current).toBe(once.current);
    expect(often.current).toBeLessThan(64);
    expect(often.current).toBeGreaterThanOrEqual(Math.floor(64 * 0.85));
  });

  it('is less for lookups that begin late, and at once the most again when they are begun promptly', () => {
    const after = (waitedMs: number): number => {
      const size = new InstantSize(MAX);
      for (let n = 0; n < 50; n += 1) size.begin(waitedMs);
      return size.begin(waitedMs);
    };
    expect([0, 40, 120, 200, 5_000].map(after)).toEqual([MAX, MAX, 6, 2, 2]);
    const size = new InstantSize(MAX);
    for (let n = 0; n < 50; n += 1) size.begin(5_000);
    expect(size.begin(0)).toBe(MAX);
  });

  it('is not less for a single lookup that begins late', () => {
    const size = new InstantSize(MAX);
    for (let n = 0; n < 10; n += 1) size.begin(20);
    expect(size.begin(150)).toBeGreaterThanOrEqual(MAX - 1);
  });

  it('grows with the time that goes by, a twentieth of the most a second, however many lookups there are', () => {
    const grownIn = (stepMs: number): number => {
      const size = new InstantSize(100);
      for (let n = 0; n < 40; n += 1) size.observe({ planned: 100, inTime: 0 }, n * APART_MS);
      expect(size.current).toBe(2);
      // The last change was a second before.
      for (let n = 0; n <= 9_000; n += stepMs) size.observe({ planned: 2, inTime: 2 }, 40 * APART_MS + n);
      return size.current;
    };
    expect([1, 100, 1_000].map(grownIn)).toEqual([52, 52, 52]);
  });

  it('grows again when three quarters answer in time, and not when fewer do', () => {
    const changeBy = (inTime: number): number => {
      const size = new InstantSize(100);
      for (let n = 0; n < 3; n += 1) size.observe({ planned: 4, inTime: 0 }, 0);
      const before = size.current;
      size.observe({ planned: 4, inTime }, 500);
      return size.current - before;
    };
    expect(changeBy(3)).toBeGreaterThan(0);
    expect(changeBy(2)).toBe(0);
  });

  it('shrinks once a second while answers are late', () => {
    const size = new InstantSize(100);
    const late = (now: number): number => {
      for (let n = 0; n < 10; n += 1) size.observe({ planned: 4, inTime: 0 }, now);
      return size.current;
    };
    expect([0, 999, 1_000, 1_999, 2_000].map(late)).toEqual([85, 85, 72, 72, 61]);
  });

  it('is at most what it was made for', () => expect(new InstantSize(MAX).most).toBe(MAX));

  it('is not moved by a lookup that asked nobody', () => {
    const size = new InstantSize(MAX);
    for (let n = 0; n < 50; n += 1) size.observe({ planned: 0, inTime: 0 }, n * APART_MS);
    expect(size.current).toBe(MAX);
  });
});
