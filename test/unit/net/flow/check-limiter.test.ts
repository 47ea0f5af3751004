import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CheckLimiter } from '../../../../src/net/flow/check-limiter.js';

const never = () => new Promise<void>(() => undefined);

describe('turns of checks that nobody waits for', () => {
  it('somebody who waits gets one at once, however many checks of batches wait', async () => {
    const limiter = new CheckLimiter(4);
    for (let n = 0; n < 100; n += 1) void limiter.run('batch', 'a', never);
    for (const delivery of ['instant', 'wait', 'stream', 'async'] as const) {
      let ran = false;
      await limiter.run(delivery, 'a', async () => void (ran = true));
      expect(ran).toBe(true);
    }
  });

  it('batches get fewer while the event loop is busy, and more again while it is not and they want more', async () => {
    const limiter = new CheckLimiter(200);
    for (let n = 0; n < 1_000; n += 1) void limiter.run('batch', 'a', never);
    const before = limiter.batchLimit;
    for (let n = 0; n < 5; n += 1) limiter.observe(0.95);
    const fewer = limiter.batchLimit;
    expect(fewer).toBeLessThan(before);
    limiter.observe(0.8);
    expect(limiter.batchLimit).toBe(fewer);
  });

  it('never get fewer than one nor more than the most, and no more while they do not use what they have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 800 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 300 }),
        (most, utilizations) => {
          const limiter = new CheckLimiter(most);
          let last = limiter.batchLimit;
          for (const utilization of utilizations) {
            limiter.observe(utilization);
            expect(limiter.batchLimit).toBeGreaterThanOrEqual(1);
            expect(limiter.batchLimit).toBeLessThanOrEqual(Math.min(last, most));
            last = limiter.batchLimit;
          }
        },
      ),
    );
  });

  it.each(['async', 'batch'] as const)('one account with any number of %s checks never keeps those of another waiting', async (mode) => {
    const limiter = new CheckLimiter(64);
    for (let n = 0; n < 10_000; n += 1) void limiter.run(mode, 'many', never);
    const others = [1, 2, 3].map(() => limiter.run(mode, 'few', async () => undefined));
    await Promise.all(others);
  });

  it('there is room until checks wait for half of a round', async () => {
    const limiter = new CheckLimiter(4);
    for (let n = 0; n < 5; n += 1) void limiter.run('batch', 'a', never);
    expect(limiter.hasCapacity).toBe(true);
    void limiter.run('batch', 'a', never);
    expect(limiter.hasCapacity).toBe(false);
  });

  it('a check that fails gives its turn on and tells its error', async () => {
    const limiter = new CheckLimiter(1);
    const failed = limiter.run('batch', 'a', () => Promise.reject(new Error('broken')));
    const next = limiter.run('batch', 'a', async () => undefined);
    await expect(failed).rejects.toThrow('broken');
    await next;
  });
});
