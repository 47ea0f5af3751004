import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Band } from '../../../../src/engine/catalogue/rules/bands.js';
import type { Mode } from '../../../../src/engine/flow/request-class.js';
import { CheckLimiter, type CheckOrigin, monitorEventLoop } from '../../../../src/engine/flow/check-limiter.js';

const never = () => new Promise<void>(() => undefined);
const run = async (limiter: CheckLimiter, origin: CheckOrigin, check: () => Promise<void>): Promise<void> => {
  const end = await limiter.turn(origin);
  await check().finally(end);
};
const of = (mode: Mode, accountId = 'a', band: Band = 'deep') => ({ mode, accountId, band });

describe('turns of checks that nobody waits for', () => {
  it('somebody who waits gets one at once, however many checks of batches wait', async () => {
    const limiter = new CheckLimiter(4);
    for (let n = 0; n < 100; n += 1) void run(limiter, of('batch'), never);
    for (const delivery of ['instant', 'wait', 'stream', 'async'] as const) {
      let ran = false;
      await run(limiter, of(delivery), async () => void (ran = true));
      expect(ran).toBe(true);
    }
  });

  it('batches get fewer while the event loop is busy, and more again while it is not and they want more', async () => {
    const limiter = new CheckLimiter(200);
    for (let n = 0; n < 1_000; n += 1) void run(limiter, of('batch'), never);
    for (let n = 0; n < 24; n += 1) limiter.observe(0.5);
    expect(limiter.batchLimit).toBe(200);
    for (let n = 0; n < 5; n += 1) limiter.observe(0.95);
    const fewer = limiter.batchLimit;
    expect(fewer).toBe(88);
    for (const neither of [0.75, 0.8, 0.85]) limiter.observe(neither);
    expect(limiter.batchLimit).toBe(fewer);
    limiter.observe(0.7);
    expect(limiter.batchLimit).toBeGreaterThan(fewer);
  });

  it('batches get more than they begin with once they use all of that, and not before', () => {
    const limiter = new CheckLimiter(200);
    for (const [more, limit] of [
      [7, 8],
      [1, 16],
    ] as const) {
      for (let n = 0; n < more; n += 1) void run(limiter, of('batch'), never);
      limiter.observe(0.5);
      expect(limiter.batchLimit).toBe(limit);
    }
  });

  it.each([
    [5, 8],
    [1_000, 850],
    [5_000, 3_400],
  ])('of %d asynchronous checks fewer may run once somebody waits for others: %d', async (running, limit) => {
    const limiter = new CheckLimiter(200, () => 0);
    for (let n = 0; n < running; n += 1) void run(limiter, of('async'), never);
    limiter.observe(0.99);
    await run(limiter, of('instant'), async () => undefined);
    limiter.observe(0.99);
    expect(limiter.asyncLimit).toBe(limit);
  });

  it('those of asynchronous lookups give way too, while somebody waits for others and the event loop is busy, and no longer', async () => {
    let now = 0;
    const limiter = new CheckLimiter(200, () => now);
    const sample = (utilization: number, times: number): number => {
      for (let n = 0; n < times; n += 1) limiter.observe(utilization);
      return limiter.asyncLimit;
    };
    for (let n = 0; n < 5_000; n += 1) void run(limiter, of('async'), never);
    expect(sample(0.99, 20)).toBe(4_000);
    await run(limiter, of('instant'), async () => undefined);
    const fewer = sample(0.99, 5);
    expect(fewer).toBeLessThan(4_000);
    expect(sample(0.99, 100)).toBe(8);
    now += 3_000;
    expect(sample(0.99, 1)).toBe(4_000);
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
    for (let n = 0; n < 10_000; n += 1) void run(limiter, of(mode, 'many'), never);
    const others = [1, 2, 3].map(() => run(limiter, of(mode, 'few'), async () => undefined));
    await Promise.all(others);
  });

  it('there is room until as many checks wait as may run', async () => {
    const limiter = new CheckLimiter(4);
    for (let n = 0; n < 7; n += 1) void run(limiter, of('batch'), never);
    expect(limiter.hasCapacity(true)).toBe(true);
    void run(limiter, of('batch'), never);
    expect(limiter.hasCapacity(true)).toBe(false);
  });

  it.each(['async', 'batch'] as const)('of an account, %s checks of short lookups take turns with those of deep ones', async (mode) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 30 }), async (most, short) => {
        const limiter = new CheckLimiter(most);
        const ends: (() => void)[] = [];
        const begun: string[] = [];
        const check = (name: string) => () =>
          new Promise<void>((resolve) => {
            begun.push(name);
            ends.push(resolve);
          });
        for (let n = 0; n < 5_000; n += 1) void run(limiter, of(mode), check('deep'));
        await new Promise(setImmediate);
        const ahead = begun.length;
        for (let n = 0; n < short; n += 1) void run(limiter, of(mode, 'a', 'default'), check('short'));
        expect(limiter.hasCapacity(false)).toBe(mode === 'async' || short < Math.min(8, most));
        for (let n = 0; n < 2 * short; n += 1) {
          ends.shift()?.();
          await new Promise(setImmediate);
        }
        // However many deep checks were there before, each second one that begins is short.
        expect(begun.slice(ahead, ahead + 2 * short).filter((name) => name === 'short')).toHaveLength(short);
      }),
      { numRuns: 20 },
    );
  });

  it('there is room for short lookups while thousands of deep checks wait', () => {
    const limiter = new CheckLimiter(4);
    for (let n = 0; n < 4_000; n += 1) void run(limiter, of('batch'), never);
    expect([limiter.hasCapacity(true), limiter.hasCapacity(false)]).toEqual([false, true]);
  });

  it('a check that fails gives its turn on and tells its error', async () => {
    const limiter = new CheckLimiter(1);
    const failed = run(limiter, of('batch'), () => Promise.reject(new Error('broken')));
    const next = run(limiter, of('batch'), async () => undefined);
    await expect(failed).rejects.toThrow('broken');
    await next;
  });
});

it('how busy the event loop is is told five times a second, until that is ended', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const limiter = new CheckLimiter(1);
  const observe = vi.spyOn(limiter, 'observe');
  const stop = monitorEventLoop(limiter);
  vi.advanceTimersByTime(1_000);
  const told = observe.mock.calls.map(([utilization]) => utilization >= 0 && utilization <= 1);
  expect(told).toEqual([true, true, true, true, true]);
  stop();
  vi.advanceTimersByTime(1_000);
  expect(observe).toHaveBeenCalledTimes(5);
});
