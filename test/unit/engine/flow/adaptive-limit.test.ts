import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AdaptiveLimit, afterOverload, afterResponse, startLimit } from '../../../../src/engine/flow/adaptive-limit.js';
import { SECOND_MS } from '../../../../src/kernel/values/durations.js';

const MAX = 8;
const event = fc.record({
  isOverload: fc.boolean(),
  atLimit: fc.boolean(),
  afterMs: fc.integer({ min: 0, max: 3_000 }),
});

describe('the limit of requests in flight', () => {
  it('is never below one nor above its maximum, and moves by one upwards and to a half downwards', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16 }), fc.array(event, { maxLength: 200 }), (max, events) => {
        let limit = startLimit(max);
        let now = 0;
        for (const { isOverload, atLimit, afterMs } of events) {
          now += afterMs;
          const before = limit.concurrency;
          limit = isOverload ? afterOverload(limit, now) : afterResponse(limit, atLimit, max);
          expect(limit.concurrency).toBeGreaterThanOrEqual(1);
          expect(limit.concurrency).toBeLessThanOrEqual(max);
          expect([before, before + 1, Math.max(1, Math.floor(before / 2))]).toContain(limit.concurrency);
        }
      }),
    );
  });

  it('doubles with each round of answers until the first decrease, and grows by one a round afterwards', () => {
    const max = 64;
    let limit = startLimit(max);
    const round = (): number => {
      const inFlight = limit.concurrency;
      for (let n = 0; n < inFlight; n += 1) limit = afterResponse(limit, true, max);
      return limit.concurrency;
    };
    expect([round(), round(), round()]).toEqual([4, 8, 16]);
    limit = afterOverload(limit, 1_000);
    expect([round(), round(), round()]).toEqual([9, 10, 11]);
  });

  it('grows only when it is what holds requests back', () => {
    let limit = startLimit(MAX);
    for (let n = 0; n < 50; n += 1) limit = afterResponse(limit, false, MAX);
    expect(limit.concurrency).toBe(2);
    expect(afterResponse(limit, true, MAX).concurrency).toBe(3);
  });

  it('is halved once for a burst of refusals, and again for a later one', () => {
    let limit: AdaptiveLimit = { ...startLimit(MAX), concurrency: 8 };
    for (const now of [5_000, 5_001, 5_000 + SECOND_MS - 1]) limit = afterOverload(limit, now);
    expect(limit.concurrency).toBe(4);
    expect(afterOverload(limit, 5_000 + SECOND_MS).concurrency).toBe(2);
  });
});
