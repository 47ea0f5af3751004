import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LoadLimit } from '../../../../src/engine/flow/load-limit.js';

describe('a limit that follows the load of the machine', () => {
  it('falls by three twentieths each time, to eight or what it may be at most', () => {
    const limit = new LoadLimit(200, 100);
    const seen = [1, 2, 3].map(() => {
      limit.decrease();
      return limit.places;
    });
    expect(seen).toEqual([85, 72, 61]);
    for (let n = 0; n < 50; n += 1) limit.decrease();
    const few = new LoadLimit(5, 100);
    few.decrease();
    expect([limit.places, few.places, new LoadLimit(200).places]).toEqual([8, 5, 8]); // which is where it begins by default
  });

  it('falls from what was in use, where that is less', () => {
    const [unused, full] = [new LoadLimit(200, 100), new LoadLimit(200, 100)];
    unused.decrease(40);
    full.decrease(140);
    expect([unused.places, full.places]).toEqual([34, 85]);
  });

  it('keeps parts of a place, and is between its bounds after any steps', () => {
    const limit = new LoadLimit(256, 32);
    for (let n = 0; n < 19; n += 1) limit.increase(0.05);
    expect(limit.places).toBe(32);
    limit.increase(0.1);
    expect(limit.places).toBe(33);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.array(fc.option(fc.integer({ min: 0, max: 50 }))), (most, steps) => {
        const any = new LoadLimit(most);
        for (const step of steps) {
          if (step === null) any.decrease();
          else any.increase(step);
          expect(any.places).toBeGreaterThanOrEqual(Math.min(8, most));
          expect(any.places).toBeLessThanOrEqual(most);
        }
      }),
    );
  });
});
