import { describe, expect, it } from 'vitest';
import { boundOf } from '../../../../tools/bench/truth/bounds.js';
import { drawNames, drawSeeds } from '../../../../tools/bench/truth/names.js';
import { binomialTail, isAbove, quantile } from '../../../../tools/bench/truth/statistics.js';

describe('the test of a count against its bound', () => {
  it.each([
    [0, 100, 0.1, 1],
    [1, 10, 0.1, 1 - 0.9 ** 10],
    [10, 10, 0.5, 0.5 ** 10],
    [2, 3, 0.5, 0.5],
    [1, 50, 0, 0],
    [51, 50, 0.5, 0],
  ])('%i or more of %i at %d', (hits, trials, chance, expected) => {
    expect(binomialTail(hits, trials, chance)).toBeCloseTo(expected, 10);
  });

  it('keeps its digits where the chance is small, and where there are many trials', () => {
    expect(binomialTail(60, 100, 0.05)).toBeGreaterThan(0);
    expect(binomialTail(60, 100, 0.05)).toBeLessThan(1e-40);
    expect(binomialTail(5_000, 100_000, 0.05)).toBeCloseTo(0.5, 1);
  });

  it('takes what is as the bound says for that, and what is far above for above', () => {
    expect(isAbove(4, 10_000, 0.0004)).toBe(false);
    expect(isAbove(14, 10_000, 0.0004)).toBe(true);
    expect(isAbove(0, 0, 0)).toBe(false);
    expect(isAbove(1, 1_000, 0)).toBe(true);
    expect(quantile([0, 1, 9], 0.999)).toBe(9);
  });
});

describe('the bounds', () => {
  const of = (verdict: 'registered' | 'not_registered', more: object = {}) =>
    boundOf({ answer: verdict, fault: 'own_page_echo', share: 0.1, isWeak: true, siteRedirects: false, ...more });
  it('of a "registered": it has to repeat itself beside an absence, unless the rule has evidence of its own', () => {
    expect(of('registered')).toBeCloseTo(0.009);
    expect(of('registered', { isWeak: false })).toBe(0);
    expect(of('registered', { isWeak: false, fault: 'same_page_echo' })).toBe(0.1);
  });
  it('of a "not registered": a redirect where there are none has to repeat itself; the site’s own form of absence does not', () => {
    expect(of('not_registered', { fault: 'redirect_to_root' })).toBeCloseTo(0.009);
    expect(of('not_registered', { fault: 'redirect_to_root', siteRedirects: true })).toBe(0.1);
    expect(of('not_registered', { fault: 'not_found_for_all' })).toBe(0.1);
  });
});

describe('what a run draws', () => {
  it('is another thing each time, and the same from the same seed', () => {
    expect(drawSeeds(10).seeds).not.toEqual(drawSeeds(10).seeds);
    expect(drawNames('a', 50)).toEqual(drawNames('a', 50));
    expect(drawNames('a', 50)).not.toEqual(drawNames('b', 50));
    expect(new Set(drawNames('a', 500).map((name) => name.toLowerCase())).size).toBe(500);
  });
});
