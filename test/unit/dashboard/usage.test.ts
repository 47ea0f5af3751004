import { describe, expect, it } from 'vitest';
import { daysOf, rangeOf, usageFilterOf } from '../../../src/dashboard/pages/usage/period.js';
import { sumsBy, sumsByDay, type Usage, usageCsv } from '../../../src/dashboard/pages/usage/sums.js';

const USAGE: Usage = {
  from: '2026-11-22',
  to: '2026-11-24',
  days: [
    { day: '2026-11-22', apiKeyId: 'key_a', module: 'footprint', lookups: 2, amount: 2, unit: 'lookups' },
    { day: '2026-11-24', apiKeyId: 'key_a', module: 'email', lookups: 1, amount: 400, unit: 'millicents' },
    { day: '2026-11-24', apiKeyId: 'key_b', module: 'ip', lookups: 5, amount: 5, unit: 'lookups' },
  ],
};

describe('usage', () => {
  it('has a sum for every day, also for those without lookups', () => {
    expect(sumsByDay(USAGE).map(({ day, sum }) => [day, sum.lookups])).toEqual([
      ['2026-11-22', 2],
      ['2026-11-23', 0],
      ['2026-11-24', 6],
    ]);
  });

  it('never adds lookups of an allowance to amounts of a balance', () => {
    expect(sumsBy(USAGE.days, ({ apiKeyId }) => apiKeyId)).toEqual([
      { key: 'key_b', sum: { lookups: 5, millicents: 0 } },
      { key: 'key_a', sum: { lookups: 3, millicents: 400 } },
    ]);
  });

  it('is a file without formulas', () => {
    const [, first, , third] = usageCsv(USAGE, () => '=1+1').split('\r\n');
    expect([first, third]).toEqual(["2026-11-22,key_a,'=1+1,footprint,2,2,lookups", "2026-11-24,key_b,'=1+1,ip,5,5,lookups"]);
  });

  it('takes a period from an address, and nothing else', () => {
    expect(usageFilterOf({ period: 'week', other: 'x' })).toEqual({ period: 'week' });
    expect(usageFilterOf({ period: 'ada@example.com' })).toEqual({});
    const range = rangeOf('week', Date.parse('2026-03-02T23:59:59Z'));
    expect(range).toEqual({ from: '2026-02-24', to: '2026-03-02' });
    expect(daysOf(range)).toHaveLength(7);
  });
});
