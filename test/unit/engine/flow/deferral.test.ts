import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deferralDelayMs, queueLimitMs } from '../../../../src/engine/flow/deferral.js';

const LIMITS = { wait: 10, async: 20, batch: 30 };

describe('a deferred shard', () => {
  const waited = fc.integer({ min: 0, max: 3_600_000 });
  const random = fc.double({ min: 0, max: 1, noNaN: true });

  it('comes back the later, the longer it has waited', () => {
    fc.assert(
      fc.property(waited, waited, random, (one, other, chance) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(deferralDelayMs(more, chance)).toBeGreaterThanOrEqual(deferralDelayMs(less, chance));
      }),
    );
  });

  it('finds a free slot late by a tenth of what it has waited and a second at most, and is away for a tenth at least', () => {
    fc.assert(
      fc.property(waited, random, (ms, chance) => {
        const most = 1_000 + ms / 10;
        expect(deferralDelayMs(ms, chance)).toBeLessThanOrEqual(Math.round(most));
        expect(deferralDelayMs(ms, chance)).toBeGreaterThanOrEqual(Math.floor(ms / 10));
      }),
    );
    expect([0, 1].map((chance) => deferralDelayMs(20_000, chance))).toEqual([2_000, 3_000]);
  });

  it('does not come back together with those that were deferred with it', () => {
    expect(deferralDelayMs(3_000, 1) - deferralDelayMs(3_000, 0)).toBe(1_000);
  });

  it('is tried some hundred times within an hour at most, the longest that it may be kept', () => {
    let attempts = 0;
    for (let ms = 0; ms < 3_600_000; attempts += 1) ms += 1_000 + deferralDelayMs(ms, 0); // it waits for its slot each time
    expect(attempts).toBeLessThanOrEqual(125);
  });

  it('keeps a host in use at which others wait too: of those that wait for a minute, several come for each slot', () => {
    // Little's law: at a host that gives a slot a second, sixty wait for a minute; each comes back after its delay and asks for a second.
    const comeEachSecond = 60 / ((1_000 + deferralDelayMs(60_000, 1)) / 1_000);
    expect(comeEachSecond).toBeGreaterThan(5);
  });

  it('waits in all as long as its caller may be kept waiting; an instant lookup comes back for nothing', () => {
    expect((['instant', 'check', 'wait', 'stream', 'async', 'batch'] as const).map((delivery) => queueLimitMs(delivery, LIMITS))).toEqual([
      0, 10, 10, 10, 20, 30,
    ]);
  });
});
