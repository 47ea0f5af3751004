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
  const enterAll = (model: ReturnType<typeof createCapacityModel>, slug: string, count: number) => {
    const served: number[] = [];
    const positions = Array.from({ length: count }, (_, n) => {
      const position = model.acquire(slug);
      position?.onServed(() => served.push(n));
      return position;
    });
    return { served, positions };
  };

  test('is unlimited until it is set; then what is beyond is refused until a place is given back', () => {
    const model = createCapacityModel();
    expect(enterAll(model, 'a', 50).served.length).toBe(50);
    model.set('b', { atOnce: 2, beyond: 'refuse' });
    const { served, positions: entered } = enterAll(model, 'b', 3);
    expect(served).toEqual([0, 1]);
    expect(entered[2]).toBeNull();
    entered[0]?.release();
    entered[0]?.release();
    expect(enterAll(model, 'b', 2).served).toEqual([0]);
  });

  test('lets requests wait in their order, without those that went away, and serves them when it is raised', () => {
    const model = createCapacityModel();
    model.set('*', { atOnce: 1, beyond: 'wait' });
    const { served, positions: entered } = enterAll(model, 'a', 6);
    expect(served).toEqual([0]);
    entered[1]?.release();
    entered[0]?.release();
    expect(served).toEqual([0, 2]);
    model.set('a', { atOnce: 3, beyond: 'refuse' });
    expect(served).toEqual([0, 2, 3, 4]);
    model.set('a', null);
    expect(served).toEqual([0, 2, 3, 4, 5]);
  });

  test('that is lowered holds for what comes: what is being served is not cut off', () => {
    const model = createCapacityModel();
    const { positions: entered } = enterAll(model, 'a', 4);
    model.set('a', { atOnce: 2, beyond: 'refuse' });
    entered[0]?.release();
    entered[1]?.release();
    expect(model.acquire('a')).toBeNull();
    entered[2]?.release();
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
