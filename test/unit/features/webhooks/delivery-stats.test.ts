import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeStats, STATS_PERIODS, statsWindow } from '../../../../src/features/webhooks/delivery-stats.js';

const DAYS = { day: 1, week: 7, month: 30 } as const;
const moment = fc.date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2060-01-01T00:00:00Z'), noInvalidDate: true });

describe('the window of statistics', () => {
  it('is as long as its period, holds the present in its last interval, and begins at a whole multiple of the interval', () => {
    fc.assert(
      fc.property(fc.constantFrom(...STATS_PERIODS), moment, (period, now) => {
        const { from, until, intervalMs } = statsWindow(period, now);
        expect(until.getTime() - from.getTime()).toBe(DAYS[period] * 86_400_000);
        expect(from.getTime() % intervalMs).toBe(0);
        expect(until.getTime()).toBeGreaterThan(now.getTime());
        expect(until.getTime() - intervalMs).toBeLessThanOrEqual(now.getTime());
      }),
    );
  });

  it('has every interval of every endpoint, in order, whatever was stored', () => {
    const window = statsWindow('week', new Date('2026-11-24T10:00:00Z'));
    const counts = { delivered: 2, failed: 1, pending: 0, attempts: 4, failedAttempts: 2, medianMs: 12, p95Ms: 20 };
    const busy = {
      endpointId: 'whk_a',
      total: counts,
      intervals: [{ ...counts, from: new Date(window.from.getTime() + window.intervalMs) }],
    };
    const [a, b] = completeStats(['whk_a', 'whk_b'], window, { endpoints: [busy], incompleteBefore: null });
    for (const each of [a, b]) {
      expect(each?.intervals.map(({ from }) => from.getTime())).toEqual(
        Array.from({ length: 28 }, (_, n) => window.from.getTime() + n * window.intervalMs),
      );
    }
    expect(a?.intervals.map(({ delivered }) => delivered)).toEqual([0, 2, ...Array.from({ length: 26 }, () => 0)]);
    expect(b).toMatchObject({ endpointId: 'whk_b', total: { delivered: 0, attempts: 0, medianMs: null } });
  });
});
