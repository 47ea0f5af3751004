import { describe, expect, it } from 'vitest';
import { sampleLatencies, sampleShare } from '../../../../tools/bench/truth/sampling.js';
import { atMost } from '../../../../tools/bench/truth/thresholds.js';
import { addCounts, totalOf, confusion, omitted, right, tally, wrong } from '../../../../tools/bench/truth/tally.js';

const truth = new Map([
  ['a', true],
  ['b', true],
  ['c', true],
  ['d', false],
  ['e', false],
  ['f', false],
]);
const verdict = new Map([
  ['a', true],
  ['b', false],
  ['d', false],
  ['e', true],
  ['unknown', true],
]);

describe('answers against the truth', () => {
  it('are right, wrong or left out, each counted once', () => {
    const counts = confusion(truth, verdict);
    expect(counts).toEqual({ registered: { registered: 1, absent: 1, omitted: 1 }, absent: { registered: 1, absent: 1, omitted: 1 } });
    expect([right(counts), wrong(counts), omitted(counts), totalOf(counts)]).toEqual([2, 2, 2, 6]);
    expect(totalOf(addCounts(counts, counts))).toBe(12);
  });

  it('a wrong answer counts wherever it is given, an answered platform only where nothing is broken', () => {
    expect(
      tally(
        {
          truth,
          faults: new Map([
            ['a', 'hang'],
            ['e', 'hang'],
          ]),
        },
        verdict,
      ),
    ).toEqual({ falseFound: 1, falseNotFound: 1, healthy: 4, healthyAnswered: 1 });
  });

  it('a mark is met up to its limit', () => {
    expect([atMost('x', 4.625, 4.625, ' s').met, atMost('x', 4.63, 4.625, ' s').met]).toEqual([true, false]);
  });
});

describe('what a scene is drawn from', () => {
  const slugs = Array.from({ length: 500 }, (_, index) => `site-${index}`);

  it('latencies are the same in every run, and the longest is the given one', () => {
    const latencies = sampleLatencies(slugs, { seed: 'test', longestMs: 3_700 });
    expect(sampleLatencies(slugs, { seed: 'test', longestMs: 3_700 })).toEqual(latencies);
    expect(Math.max(...latencies.values())).toBe(3_700);
    const sorted = [...latencies.values()].sort((a, b) => a - b);
    expect(sorted[250]).toBeGreaterThan(150);
    expect(sorted[250]).toBeLessThan(270);
  });

  it('a share holds as many as it says, none twice', () => {
    const drawn = sampleShare(slugs, { seed: 'test', share: 0.3 });
    expect(new Set(drawn).size).toBe(150);
    expect(sampleShare(slugs, { seed: 'test', share: 0.3 })).toEqual(drawn);
  });
});
