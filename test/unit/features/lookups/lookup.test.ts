import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAX_SHARDS,
  TEMPORAL_PRIORITY,
  reusableOutcomes,
  SHARD_SIZE,
  shardBounds,
  shardCount,
  stepsOf,
  type LookupPlan,
} from '../../../../src/features/lookups/lookup.js';
import { MODES } from '../../../../src/engine/flow/request-class.js';
import { BANDS } from '../../../../src/engine/catalogue/rules/bands.js';
import type { QueryType } from '../../../../src/kernel/identity/identity.js';
import { inconclusiveOutcome } from '../../../../src/features/lookups/lookup-summary.js';
import { LOOKUP_QUEUE, SWEEP_QUEUE, sweepQueueOf } from '../../../../workflows/contracts.js';

describe('shards of a plan', () => {
  const size = fc.integer({ min: 1, max: 60 });

  const targets = fc.integer({ min: 0, max: 5_000 });
  const boundsOf = (count: number, most: number) =>
    Array.from({ length: shardCount(count, most) }, (_, shard) => shardBounds(count, shard, most));

  it('hold every target exactly once, in the order of the plan', () =>
    fc.assert(
      fc.property(targets, size, (count, most) => {
        const positions = boundsOf(count, most).flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index));
        expect(positions).toEqual(Array.from({ length: count }, (_, index) => index));
      }),
    ));

  it('are as few as can be and sixteen at most, none empty or larger than it must be, and differ by one at most', () =>
    fc.assert(
      fc.property(targets, size, (count, most) => {
        const lengths = boundsOf(count, most).map(([from, to]) => to - from);
        expect(lengths.length).toBe(Math.min(MAX_SHARDS, Math.ceil(count / most)));
        if (lengths.length === 0) return;
        expect(Math.max(...lengths)).toBeLessThanOrEqual(Math.max(most, Math.ceil(count / MAX_SHARDS)));
        expect(Math.min(...lengths)).toBeGreaterThan(0);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
    ));

  it('no shard beyond the last holds anything, and an empty plan has none', () => {
    expect(shardCount(0)).toBe(0);
    expect(shardBounds(0, 0)).toEqual([0, 0]);
    expect(shardBounds(120, 3)).toEqual([120, 120]);
    expect([SHARD_SIZE, MAX_SHARDS]).toEqual([50, 16]);
  });
});

describe('reuse of what is known', () => {
  const AT = new Date('2030-01-01');
  const subjects: readonly QueryType[] = ['email', 'phone'];
  const plan = {
    targets: [
      { platform: 'a', subjects },
      { platform: 'b', subjects: ['email'] as const },
    ],
    modules: [],
  };
  const fact = (platform: string, subject: QueryType) => inconclusiveOutcome(platform, subject, 'timeout', AT);

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
    const order = [...MODES].sort((a, b) => TEMPORAL_PRIORITY[a] - TEMPORAL_PRIORITY[b]);
    expect(order).toEqual(['instant', 'check', 'wait', 'stream', 'async', 'batch']);
    expect(Object.values(TEMPORAL_PRIORITY).every((priority) => priority >= 1 && priority <= 5)).toBe(true);
  });

  it('no batch and no background sweep stands in the queue of what callers wait for', () => {
    for (const band of BANDS) {
      for (const mode of ['async', 'batch'] as const) {
        if (band !== 'instant') expect(sweepQueueOf({ band, mode })).toBe(SWEEP_QUEUE);
      }
      expect(sweepQueueOf({ band, mode: 'wait' })).toBe(LOOKUP_QUEUE);
    }
  });
});

const targets: LookupPlan['targets'] = [{ platform: 'example-forum', subjects: ['email'] }];

describe('the steps of a plan', () => {
  it.each([
    ['a single check', { targets: [], modules: ['ip'] }, { shards: 0, modules: ['ip'], derived: false, brief: true }],
    [
      'facts without a sweep',
      { targets: [], modules: ['email', 'phone', 'ip'] },
      { shards: 0, modules: ['email', 'phone', 'ip'], derived: false, brief: true },
    ],
    ['facts beside a sweep', { targets, modules: ['footprint', 'email'] }, { shards: 1, modules: ['email'], derived: false, brief: false }],
    [
      'what takes seconds',
      { targets: [], modules: ['ip', 'breaches'] },
      { shards: 0, modules: ['ip', 'breaches'], derived: false, brief: false },
    ],
    ['a sweep alone', { targets, modules: ['footprint'] }, { shards: 1, modules: [], derived: false, brief: false }],
    [
      'derived usernames',
      { targets: [], modules: ['footprint'], derived: [{ handle: 'ada-example', subject: 'email', platforms: ['example-forum'] }] },
      { shards: 0, modules: [], derived: true, brief: false },
    ],
  ] as const satisfies readonly (readonly [string, LookupPlan, unknown])[])('%s', (_, plan, expected) => {
    expect(stepsOf(plan)).toEqual(expected);
  });
});
