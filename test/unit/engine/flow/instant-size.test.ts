import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InstantSize } from '../../../../src/engine/flow/instant.js';

const MOST = 40;
const delays = fc.integer({ min: 0, max: 2_000 });

describe('how many platforms an instant lookup asks', () => {
  /** The size of the last of so many lookups that began this late. */
  const sizeAfter = (count: number, waitedMs: number, size = new InstantSize(MOST)): number => {
    let last = size.most;
    for (let n = 0; n < count; n += 1) last = size.begin(waitedMs);
    return last;
  };

  it('is the most without load, and two at least however late lookups begin', () => {
    expect([sizeAfter(50, 0), sizeAfter(50, 40), sizeAfter(50, 200), sizeAfter(50, 5_000)]).toEqual([MOST, MOST, 2, 2]);
    expect(new InstantSize(1).begin(5_000)).toBe(1);
  });

  it('is fewer the later lookups begin', () => {
    fc.assert(
      fc.property(delays, delays, (one, other) => {
        expect(sizeAfter(50, Math.max(one, other))).toBeLessThanOrEqual(sizeAfter(50, Math.min(one, other)));
      }),
    );
    expect(sizeAfter(100, 120)).toBe(MOST / 2);
  });

  it('is all for a single late lookup, and for a prompt one among late ones', () => {
    const size = new InstantSize(MOST);
    sizeAfter(50, 10, size);
    expect(size.begin(200)).toBeGreaterThan(MOST * 0.9);
    sizeAfter(50, 200, size);
    expect(size.begin(20)).toBe(MOST);
  });
});
