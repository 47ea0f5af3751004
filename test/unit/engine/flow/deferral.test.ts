import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deferralDelayMs, queueLimitMs } from '../../../../src/engine/flow/deferral.js';

const LIMITS = { wait: 10, async: 20, batch: 30 };

describe('a deferred shard', () => {
  it('comes back later each time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 500 }), fc.double({ min: 0, max: 1, noNaN: true }), (deferrals, random) => {
        expect(deferralDelayMs(deferrals + 1, random)).toBeGreaterThanOrEqual(deferralDelayMs(deferrals, random));
      }),
    );
  });

  it('comes back within a second at first, and after 25 seconds at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (deferrals, random) => {
        expect(deferralDelayMs(0, random)).toBeLessThan(1_000);
        expect(deferralDelayMs(deferrals, random)).toBeLessThanOrEqual(25_000);
      }),
    );
  });

  it('does not come back together with those that were deferred with it', () => {
    expect(deferralDelayMs(3, 1) / deferralDelayMs(3, 0)).toBeGreaterThan(1.5);
  });

  it('is tried at most 300 times within an hour, the longest that it may be kept: it is given up after 360', () => {
    let attempts = 0;
    for (let ms = 0; ms < 3_600_000; attempts += 1) ms += deferralDelayMs(attempts, 0);
    expect(attempts).toBeLessThanOrEqual(300);
  });

  it('waits in all as long as its caller may be kept waiting; an instant lookup comes back for nothing', () => {
    expect((['instant', 'check', 'wait', 'stream', 'async', 'batch'] as const).map((delivery) => queueLimitMs(delivery, LIMITS))).toEqual([
      0, 10, 10, 10, 20, 30,
    ]);
  });
});
