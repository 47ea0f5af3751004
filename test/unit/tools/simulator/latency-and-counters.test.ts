import { describe, expect, test } from 'vitest';
import { createCounters } from '../../../../tools/simulator/counters.js';
import { identityDigest } from '../../../../tools/simulator/identity-variables.js';
import { createCapacityModel } from '../../../../tools/simulator/capacity.js';
import { createLatencyModel } from '../../../../tools/simulator/latency.js';

describe('latency', () => {
  test('is lognormal: half within the median, none above the cap, the same in every run', () => {
    const draw = () => {
      const model = createLatencyModel({ medianMs: 200, sigma: 0.5, capMs: 900 }, 'seed');
      return Array.from({ length: 4000 }, () => model.delayFor('a'));
    };
    const delays = draw();
    expect(draw()).toEqual(delays);
    const sorted = delays.toSorted((a, b) => a - b);
    expect(sorted[2000]).toBeGreaterThan(185);
    expect(sorted[2000]).toBeLessThan(215);
    // 95th percentile of a lognormal with sigma 0.5: e^(1.645 * 0.5) = 2.28 medians.
    expect(sorted[3800]).toBeGreaterThan(410);
    expect(sorted[3800]).toBeLessThan(500);
    expect(sorted.at(-1)).toBeLessThanOrEqual(900);
  });

  test('can be fixed, differ by platform, be set for one and be switched off', () => {
    const model = createLatencyModel({ medianMs: 100 });
    expect([model.delayFor('a'), model.delayFor('b')]).toEqual([100, 100]);
    model.set('*', { medianMs: 100, spread: 3 });
    const pace = ['a', 'b', 'c', 'd'].map((slug) => model.delayFor(slug));
    expect(new Set(pace).size).toBe(4);
    expect(['a', 'b', 'c', 'd'].map((slug) => model.delayFor(slug))).toEqual(pace);
    for (const delay of pace) expect(Math.abs(Math.log(delay / 100))).toBeLessThan(Math.log(3) + 0.01);
    model.set('a', { medianMs: 7 });
    expect(model.delayFor('a')).toBe(7);
    model.set('*', null);
    expect(model.delayFor('a')).toBe(0);
  });
});

describe('capacity', () => {
  test('is unlimited until it is set; then what is beyond is refused until a place is given back, once', () => {
    const model = createCapacityModel();
    const acquire = (slug: string, count: number) => Array.from({ length: count }, () => model.acquire(slug));
    expect(acquire('a', 50)).not.toContain(null);
    model.set('b', 2);
    const [first, , third] = acquire('b', 3);
    expect(third).toBeNull();
    first?.();
    first?.();
    expect(acquire('b', 2)).toEqual([expect.any(Function), null]);
  });

  test('that is lowered holds for what comes: what is being served is not cut off', () => {
    const model = createCapacityModel();
    const releases = Array.from({ length: 4 }, () => model.acquire('a'));
    model.set('a', 2);
    releases[0]?.();
    releases[1]?.();
    expect(model.acquire('a')).toBeNull();
    releases[2]?.();
    expect(model.acquire('a')).not.toBeNull();
  });
});

describe('counters', () => {
  const request = { slug: 's', queryType: 'username', value: 'ada', state: 'absent', fault: null } as const;

  test('know the most requests at once, repeated questions and the last requests, without identities', () => {
    const counters = createCounters(3);
    const ends = [counters.begin('h', request), counters.begin('h', request), counters.begin('g', { ...request, slug: 't', value: 'ADA' })];
    for (const end of ends) end();
    counters.begin('h', { ...request, value: 'bob', fault: 'reset' })();
    const report = counters.report();
    const digest = identityDigest('username', 'Ada');
    expect(report).toMatchObject({
      total: 4,
      inFlight: 0,
      maxInFlight: 3,
      byPlatform: { s: 3, t: 1 },
      maxInFlightByHost: { h: 2, g: 1 },
      byIdentity: { [digest]: 3 },
      repeated: { [`s/username/${digest}`]: 2 },
    });
    expect(report.log.map(({ slug, fault }) => [slug, fault])).toEqual([
      ['s', null],
      ['t', null],
      ['s', 'reset'],
    ]);
    expect(counters.report(1).log.map(({ fault }) => fault)).toEqual(['reset']);
    expect(counters.report(0).log).toEqual([]);
    expect(JSON.stringify(report)).not.toMatch(/ada|bob/i);
  });

  test('know the most requests that began at a host within any second', () => {
    let at = 0;
    const counters = createCounters(10, () => at);
    for (const [host, moments] of [
      ['h', [0, 400, 900, 1_000, 1_399, 2_500]],
      ['g', [2_600]],
    ] as const) {
      for (const moment of moments) {
        at = moment;
        counters.begin(host, request)();
      }
    }
    expect(counters.report().maxPerSecondByHost).toEqual({ h: 4, g: 1 });
    counters.reset();
    expect(counters.report().maxPerSecondByHost).toEqual({});
  });

  test('start again from the requests in flight', () => {
    const counters = createCounters();
    const end = counters.begin('h', request);
    counters.reset();
    expect(counters.report()).toMatchObject({ total: 0, inFlight: 1, maxInFlight: 1, maxInFlightByHost: { h: 1 }, log: [] });
    end();
    expect(counters.report().inFlight).toBe(0);
  });
});
