import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type HostAllowance, HostBudgets } from '../../../../src/domain/flow/host-budgets.js';

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
  while (taken < most && of.take([allowance])) taken += 1;
  return taken;
}

describe('requests that a host can be asked', () => {
  it('are never more than its rate in any second, and all of its rate while they are wanted', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 20, maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), waits, (perSecond, gaps) => {
        const { clock, budgets: of } = budgets();
        const taken: number[] = [];
        for (const gap of gaps) {
          clock.now += gap;
          const inLastSecond = taken.filter((at) => at > clock.now - 1_000).length;
          const isTaken = of.take([host({ perSecond, concurrency: 1_000 })]);
          expect(isTaken).toBe(inLastSecond < perSecond);
          if (isTaken) taken.push(clock.now);
        }
      }),
    );
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
            if (!of.take([host({ perSecond: 10_000, concurrency, usualMs })])) continue;
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

  it('of several hosts are taken together or not at all', () => {
    const { budgets: of } = budgets();
    const full = host({ host: 'full.example', perSecond: 1 });
    expect(of.take([full])).toBe(true);
    for (let n = 0; n < 50; n += 1) expect(of.take([host(), full])).toBe(false);
    expect(fill(of, host())).toBe(10);
  });

  it('that were not sent after all are there again', () => {
    const { budgets: of } = budgets();
    expect(fill(of, host({ perSecond: 100, concurrency: 1, usualMs: 100 }))).toBe(4);
    of.giveBack([host({ concurrency: 1, usualMs: 100 })]);
    expect(fill(of, host({ perSecond: 100, concurrency: 1, usualMs: 100 }))).toBe(1);
    const rate = budgets().budgets;
    fill(rate, host());
    rate.giveBack([host()]);
    expect(fill(rate, host())).toBe(1);
  });

  it('are fewer after it was busy, once for a moment, never none, and as many again after a while', () => {
    const { clock, budgets: of } = budgets();
    for (let n = 0; n < 10; n += 1) of.lower([host()]);
    expect(fill(of, host())).toBe(7);
    for (let n = 0; n < 20; n += 1) {
      clock.now += 1_000;
      of.lower([host()]);
    }
    clock.now += 1;
    expect(fill(of, host({ host: 'other.example' }))).toBe(10);
    expect(fill(of, host())).toBeGreaterThanOrEqual(1);
    clock.now += 30_000;
    expect(fill(of, host())).toBe(10);
  });
});
