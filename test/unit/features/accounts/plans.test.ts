import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PLAN, periodStart, renewalOf, PLANS, READS_PER_MINUTE, readsOfV2PerMinute } from '../../../../src/features/accounts/plans.js';

const moment = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });

describe('plans', () => {
  it('allow what the interface document says', () => {
    const allowed = PLANS.map((plan) => {
      const { requestsPerMinute, lookupsPerPeriod, unit, period } = PLAN[plan];
      return [plan, requestsPerMinute, lookupsPerPeriod, unit, period];
    });
    expect(allowed).toEqual([
      ['free_trial', 30, 15, 'lookups', 'ever'],
      ['growth', 120, 1_000, 'lookups', 'month'],
      ['higher_volume', 600, null, 'lookups', 'month'],
      ['credit', 120, null, 'millicents', 'month'],
    ]);
    expect(READS_PER_MINUTE).toBe(20);
    expect(PLANS.map(readsOfV2PerMinute)).toEqual([300, 1_200, 6_000, 1_200]);
  });

  it('a month starts at its first midnight in UTC, and every moment lies in its own', () =>
    fc.assert(
      fc.property(moment, (now) => {
        const start = periodStart(PLAN.growth, now);
        expect(start.toISOString()).toBe(`${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`);
        expect(start.getTime()).toBeLessThanOrEqual(now.getTime());
        expect(periodStart(PLAN.growth, start)).toEqual(start);
      }),
    ));

  it('the last millisecond of a month belongs to it, the next one does not', () => {
    expect(periodStart(PLAN.growth, new Date('2032-02-29T23:59:59.999Z'))).toEqual(new Date('2032-02-01T00:00:00Z'));
    expect(periodStart(PLAN.growth, new Date('2032-03-01T00:00:00.000Z'))).toEqual(new Date('2032-03-01T00:00:00Z'));
  });

  it('the trial has one period for ever', () =>
    fc.assert(
      fc.property(moment, (now) => {
        expect(periodStart(PLAN.free_trial, now)).toEqual(new Date(0));
      }),
    ));

  it('the allowance is renewed with the month, over the end of a year too; a trial and a prepaid balance are not', () => {
    expect(renewalOf(PLAN.growth, new Date('2032-12-01T00:00:00Z'))).toEqual(new Date('2033-01-01T00:00:00Z'));
    expect(renewalOf(PLAN.free_trial, new Date(0))).toBeNull();
    expect(renewalOf(PLAN.credit, new Date('2032-12-01T00:00:00Z'))).toBeNull();
  });
});
