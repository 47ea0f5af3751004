import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BANDS, DELIVERIES, PRIORITY, reusableOutcomes, SHARD_SIZE, shardCount, shardOf } from '../../../src/domain/lookup.js';
import type { QueryType } from '../../../src/domain/identity.js';
import { unanswered } from '../../../src/domain/lookup-summary.js';
import { LOOKUP_QUEUE, SWEEP_QUEUE, sweepQueueOf } from '../../../workflows/contracts.js';
import { lookupPlan } from '../../support/arbitraries.js';

describe('shards of a plan', () => {
  const size = fc.integer({ min: 1, max: 60 });

  it('hold every target exactly once', () =>
    fc.assert(
      fc.property(lookupPlan, size, (plan, most) => {
        const shards = Array.from({ length: shardCount(plan, most) }, (_, shard) => shardOf(plan, shard, most));
        const platforms = shards.flat().map(({ platform }) => platform);
        expect(platforms).toHaveLength(plan.targets.length);
        expect(new Set(platforms)).toEqual(new Set(plan.targets.map(({ platform }) => platform)));
      }),
    ));

  it('are as few as can be, none empty or too large, and differ by one at most', () =>
    fc.assert(
      fc.property(lookupPlan, size, (plan, most) => {
        const lengths = Array.from({ length: shardCount(plan, most) }, (_, shard) => shardOf(plan, shard, most).length);
        expect(lengths.length).toBe(Math.ceil(plan.targets.length / most));
        if (lengths.length === 0) return;
        expect(Math.max(...lengths)).toBeLessThanOrEqual(most);
        expect(Math.min(...lengths)).toBeGreaterThan(0);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
    ));

  it('no shard beyond the last holds anything, and an empty plan has none', () => {
    const plan = { targets: [], modules: [] };
    expect(shardCount(plan)).toBe(0);
    expect(shardOf(plan, 0)).toEqual([]);
    expect(SHARD_SIZE).toBe(50);
  });
});

describe('reuse of what is known', () => {
  const AT = new Date('2030-01-01');
  const subjects: readonly QueryType[] = ['email', 'phone'];
  const plan = { targets: [{ platform: 'a', subjects }, { platform: 'b', subjects: ['email'] as const }], modules: [] };
  const fact = (platform: string, subject: QueryType) => unanswered(platform, subject, 'timeout', AT);

  it('reuses a platform only when every subject that it would be asked about is known', () => {
    expect(reusableOutcomes(plan, [fact('a', 'email'), fact('b', 'email')]).map(({ platform }) => platform)).toEqual(['b']);
    expect(reusableOutcomes(plan, [fact('a', 'email'), fact('a', 'phone')])).toHaveLength(2);
  });

  it('never brings in a platform or a subject that is not planned', () => {
    expect(reusableOutcomes(plan, [fact('z', 'email'), fact('b', 'username'), fact('b', 'phone')])).toEqual([]);
  });
});

describe('the order in which workers take lookups', () => {
  it('is instant and checks, then those who wait, then the rest, then batches', () => {
    const order = [...DELIVERIES].sort((a, b) => PRIORITY[a] - PRIORITY[b]);
    expect(order).toEqual(['instant', 'check', 'wait', 'stream', 'async', 'batch']);
    expect(Object.values(PRIORITY).every((priority) => priority >= 1 && priority <= 5)).toBe(true);
  });

  it('no batch and no background sweep stands in the queue of what callers wait for', () => {
    for (const band of BANDS) {
      for (const delivery of ['async', 'batch'] as const) {
        if (band !== 'instant') expect(sweepQueueOf({ band, delivery })).toBe(SWEEP_QUEUE);
      }
      expect(sweepQueueOf({ band, delivery: 'wait' })).toBe(LOOKUP_QUEUE);
    }
  });
});
