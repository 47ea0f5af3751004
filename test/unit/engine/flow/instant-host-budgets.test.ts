import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HostAllowance, HostBudgets } from '../../../../src/engine/flow/instant-host-budgets.js';

const WITHIN_MS = 450;
const host = (more: Partial<HostAllowance> = {}): HostAllowance => ({
  host: 'a.example',
  perSecond: 10,
  concurrency: 8,
  usualMs: 50,
  ...more,
});

function budgets() {
  const clock = { now: 5_000 };
  return { clock, budgets: new HostBudgets(WITHIN_MS, () => clock.now) };
}
/** As many as are taken at one moment. */
function fill(of: HostBudgets, allowance: HostAllowance, most = 1_000): number {
  let taken = 0;
  while (taken < most && of.take('a', [allowance])) taken += 1;
  return taken;
}

describe('requests that a host can be asked', () => {
  it('are as many as its rate allows while they are wanted, and beyond it a quarter of a second at once', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 20, maxLength: 200 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), waits, (perSecond, gaps) => {
        const { clock, budgets: of } = budgets();
        const from = clock.now;
        const taken: number[] = [];
        for (const gap of gaps) {
          clock.now += gap;
          for (let n = fill(of, host({ perSecond, concurrency: 1_000, usualMs: 1 })); n > 0; n -= 1) taken.push(clock.now);
        }
        const atOnce = Math.max(2, Math.floor(perSecond / 4));
        for (const at of taken)
          expect(taken.filter((each) => each >= at && each < at + 1_000).length).toBeLessThanOrEqual(perSecond + atOnce);
        // None is lost where gaps are shorter than what may be taken at once lasts.
        if (Math.max(...gaps) <= ((atOnce - 1) * 1_000) / perSecond)
          expect(taken.length).toBeGreaterThanOrEqual(Math.floor(((clock.now - from) * perSecond) / 1_000) - 1);
      }),
    );
  });

  it('are as many more at a slow host as a lookup has more time, and no more than its rate allows', () => {
    const slow = host({ perSecond: 1_000, concurrency: 2, usualMs: 400 });
    const taken = (allowance: HostAllowance, withinMs?: number): number => {
      const { budgets: of } = budgets();
      let count = 0;
      while (count < 1_000 && of.take('a', [allowance], withinMs)) count += 1;
      return count;
    };
    expect([taken(slow), taken(slow, 1_800), taken(slow, 150)]).toEqual([2, 8, 2]);
    expect([taken(host()), taken(host(), 5_000)]).toEqual([2, 2]);
  });

  it('are never so many that one would wait too long for a slot, by the time that one usually takes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 }),
        fc.integer({ min: 10, max: WITHIN_MS }),
        fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 200 }),
        (concurrency, usualMs, gaps) => {
          const { clock, budgets: of } = budgets();
          const slots = Array.from({ length: concurrency }, () => 0);
          for (const gap of gaps) {
            clock.now += gap;
            if (!of.take('a', [host({ perSecond: 10_000, concurrency, usualMs })])) continue;
            // Served in the order of arrival, by the slot that is free first.
            slots.sort((one, other) => one - other);
            const end = Math.max(clock.now, slots[0] ?? 0) + usualMs;
            slots[0] = end;
            expect(end - clock.now).toBeLessThanOrEqual(WITHIN_MS);
          }
        },
      ),
    );
  });

  it('a host that is slow by nature is asked as often as it has slots', () => {
    const { budgets: of } = budgets();
    expect(fill(of, host({ usualMs: 5_000, concurrency: 2 }))).toBe(2);
  });

  it('an account that takes all there is leaves another its share, of rate and of slots', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 100 }), fc.integer({ min: 20, max: 400 }), (perSecond, usualMs) => {
        const { clock, budgets: of } = budgets();
        const allowance = host({ perSecond, usualMs });
        for (let n = 0; n < 40; n += 1) {
          clock.now += 50;
          fill(of, allowance);
          if (n % 10 === 0) expect(of.take('few', [allowance])).toBe(true);
        }
      }),
    );
  });

  it('an account that seldom asks may ask twice in a moment, while another takes all there is', () => {
    const { clock, budgets: of } = budgets();
    for (let n = 0; n < 40; n += 1) {
      clock.now += 50;
      fill(of, host());
      if (n % 20 === 10) expect([of.take('few', [host()]), of.take('few', [host()])]).toEqual([true, true]);
    }
    expect(fill(of, host())).toBe(0);
  });

  it('of several hosts are taken together or not at all', () => {
    const { budgets: of } = budgets();
    const full = host({ host: 'full.example', perSecond: 1 });
    expect(fill(of, full)).toBe(2);
    for (let n = 0; n < 50; n += 1) expect(of.take('a', [host(), full])).toBe(false);
    expect(fill(of, host({ perSecond: 40 }))).toBe(10);
  });

  it('that were not sent after all are there again', () => {
    const { budgets: of } = budgets();
    expect(fill(of, host({ perSecond: 100, concurrency: 1, usualMs: 100 }))).toBe(4);
    of.giveBack('a', [host({ concurrency: 1, usualMs: 100 })]);
    expect(fill(of, host({ perSecond: 100, concurrency: 1, usualMs: 100 }))).toBe(1);
    const rate = budgets().budgets;
    fill(rate, host());
    rate.giveBack('a', [host()]);
    expect(fill(rate, host())).toBe(1);
  });

  it('are fewer after it was busy, once for a moment, never none, and as many again after a while', () => {
    const { clock, budgets: of } = budgets();
    const allowance = host({ perSecond: 40 });
    for (let n = 0; n < 10; n += 1) of.lower([allowance]);
    expect(fill(of, allowance)).toBe(7);
    for (let n = 0; n < 20; n += 1) {
      clock.now += 1_000;
      of.lower([allowance]);
    }
    clock.now += 1;
    expect(fill(of, { ...allowance, host: 'other.example' })).toBe(10);
    expect(fill(of, allowance)).toBe(2);
    clock.now += 30_000;
    expect(fill(of, allowance)).toBe(10);
  });
});
