import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AdaptiveLimit,
  afterResponse,
  afterOverload,
  DECREASE_HOLD_MS,
  type LimitBounds,
  startLimit,
} from '../../../../src/engine/flow/adaptive-limit.js';

const BOUNDS: LimitBounds = { start: 2, max: 8 };

/** Numbers between 0 and 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
}

/** A latency of the lognormal distribution. */
const lognormal = (random: () => number, median: number, sigma: number): number =>
  median * Math.exp(sigma * Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()));

/** Answers to a host that is always asked as often as the limit allows: every slot is filled again as soon as it is free. */
function busyHost(
  latency: (inFlight: number, random: () => number) => number,
  answers: number,
  seed = 1,
  from = startLimit(BOUNDS),
  bounds = BOUNDS,
) {
  const random = seeded(seed * 7_919);
  let limit = from;
  let now = 0;
  const limits: number[] = [];
  let decreases = 0;
  for (let n = 0; n < answers; n += 1) {
    const before = limit;
    const inFlight = limit.concurrency;
    const latencyMs = latency(inFlight, random);
    now += latencyMs / inFlight;
    limit = afterResponse(limit, { latencyMs, atLimit: true, inFlight }, bounds, now);
    if (limit.decreasedAt !== before.decreasedAt) decreases += 1;
    limits.push(limit.concurrency);
  }
  return { limit, limits, decreases };
}

/** What is known of a host after so many single requests. */
function idleFirst(answers: number, seed: number, medianMs = 200): AdaptiveLimit {
  const random = seeded(seed * 104_729);
  let limit = startLimit(BOUNDS);
  for (let n = 0; n < answers; n += 1)
    limit = afterResponse(limit, { latencyMs: lognormal(random, medianMs, 1), atLimit: false, inFlight: 1 }, BOUNDS, (n - answers) * 1_000);
  return limit;
}

const answer = fc.record({
  kind: fc.constantFrom('answer' as const, 'answer' as const, 'answer' as const, 'overload' as const),
  latencyMs: fc.integer({ min: 0, max: 20_000 }),
  atLimit: fc.boolean(),
  inFlight: fc.integer({ min: 1, max: 16 }),
  afterMs: fc.integer({ min: 0, max: 3_000 }),
});

describe('the limit of requests in flight', () => {
  it('is never below one nor above its maximum, and moves by one upwards and to a half downwards', () => {
    const bounds = fc.record({ start: fc.integer({ min: 1, max: 10 }), max: fc.integer({ min: 1, max: 16 }) });
    fc.assert(
      fc.property(bounds, fc.array(answer, { maxLength: 200 }), (within, events) => {
        let limit = startLimit(within);
        let now = 0;
        for (const { kind, afterMs, ...answered } of events) {
          now += afterMs;
          const before = limit.concurrency;
          limit = kind === 'overload' ? afterOverload(limit, now) : afterResponse(limit, answered, within, now);
          expect(limit.concurrency).toBeGreaterThanOrEqual(1);
          expect(limit.concurrency).toBeLessThanOrEqual(within.max);
          expect([before, before + 1, Math.max(1, Math.floor(before / 2))]).toContain(limit.concurrency);
        }
      }),
    );
  });

  it('doubles with each round of answers until the first decrease, and grows by one a round afterwards', () => {
    const max = { start: 2, max: 64 };
    let limit = startLimit(max);
    const round = (): number => {
      const inFlight = limit.concurrency;
      for (let n = 0; n < inFlight; n += 1) limit = afterResponse(limit, { latencyMs: 100, atLimit: true, inFlight }, max, 0);
      return limit.concurrency;
    };
    expect([round(), round(), round()]).toEqual([4, 8, 16]);
    limit = afterOverload(limit, 1_000);
    expect([round(), round(), round()]).toEqual([9, 10, 11]);
  });

  it('grows only when it is what holds requests back', () => {
    let limit = startLimit(BOUNDS);
    for (let n = 0; n < 50; n += 1) limit = afterResponse(limit, { latencyMs: 100, atLimit: false, inFlight: 1 }, BOUNDS, n);
    expect(limit.concurrency).toBe(2);
    expect(afterResponse(limit, { latencyMs: 100, atLimit: true, inFlight: 2 }, BOUNDS, 99).concurrency).toBe(3);
  });

  it('is halved once for a burst of refusals, and again for a later one', () => {
    let limit: AdaptiveLimit = { ...startLimit(BOUNDS), concurrency: 8 };
    for (const now of [5_000, 5_001, 5_000 + DECREASE_HOLD_MS - 1]) limit = afterOverload(limit, now);
    expect(limit.concurrency).toBe(4);
    expect(afterOverload(limit, 5_000 + DECREASE_HOLD_MS).concurrency).toBe(2);
  });

  it('of a healthy host whose latency varies by a factor of ten grows to its maximum and stays there, once some idle answers are known', () => {
    const outcomes = Array.from({ length: 40 }, (_, seed) =>
      busyHost((_, random) => lognormal(random, 200, 1), 2_000, seed + 1, idleFirst(30, seed + 1)),
    );
    expect(outcomes.filter(({ decreases }) => decreases === 0).length).toBeGreaterThanOrEqual(36);
    const means = outcomes.map(({ limits }) => limits.reduce((sum, each) => sum + each, 0) / limits.length);
    expect(Math.min(...means)).toBeGreaterThan(7);
  });

  it('of a host that is busy from its first answer is put right soon when that one was an odd one', () => {
    const outcomes = Array.from({ length: 40 }, (_, seed) => busyHost((_, random) => lognormal(random, 200, 1), 2_000, seed + 1));
    const means = outcomes.map(({ limits }) => limits.reduce((sum, each) => sum + each, 0) / limits.length);
    expect(means.reduce((sum, each) => sum + each, 0) / means.length).toBeGreaterThan(7.7);
    expect(outcomes.reduce((sum, { decreases }) => sum + decreases, 0) / outcomes.length).toBeLessThan(2.5);
  });

  it('decreases when latency rises with the load, and keeps a host that serves two at a time near what it can', () => {
    const { limits, decreases } = busyHost((inFlight) => 100 * Math.max(1, inFlight / 2) ** 2, 600);
    expect(decreases).toBeGreaterThan(0);
    expect(Math.max(...limits.slice(300))).toBeLessThan(8);
  });

  it('of a host that has become a hundred times slower, at any load, is near its maximum again after some eighty answers', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const { limits } = busyHost((_, random) => lognormal(random, 800, 0.5), 400, seed, idleFirst(100, seed, 8));
      expect(Math.min(...limits.slice(80))).toBeGreaterThanOrEqual(6);
    }
  });

  it('does not grow while answers take half as long again as from an idle host', () => {
    let limit: AdaptiveLimit = startLimit(BOUNDS);
    for (let n = 0; n < 20; n += 1) limit = afterResponse(limit, { latencyMs: 100, atLimit: false, inFlight: 1 }, BOUNDS, n);
    for (let n = 0; n < 30; n += 1) limit = afterResponse(limit, { latencyMs: 200, atLimit: false, inFlight: 4 }, BOUNDS, n);
    const { concurrency } = limit;
    for (let n = 0; n < 30; n += 1) limit = afterResponse(limit, { latencyMs: 200, atLimit: true, inFlight: 4 }, BOUNDS, n);
    expect(limit.concurrency).toBe(concurrency);
  });
});

/** A host that usually takes 100 ms when idle and has been slower of late, decreased before. */
const measured = (recentMs: number, more: Partial<AdaptiveLimit> = {}): AdaptiveLimit => ({
  concurrency: 8,
  isSlowStart: false,
  credit: 0,
  unloaded: Math.log(100),
  idleResponses: 50,
  recent: Math.log(recentMs),
  samples: 50,
  decreasedAt: 0,
  ...more,
});
const answered = (limit: AdaptiveLimit, latencyMs: number, inFlight = 8, atLimit = true): AdaptiveLimit =>
  afterResponse(limit, { latencyMs, atLimit, inFlight }, BOUNDS, 10_000);

describe('what the latency of a host shows', () => {
  it('is nothing before ten answers: single ones are ten times as slow at a healthy host', () => {
    expect([8, 9].map((samples) => answered(measured(1_000, { samples }), 1_000).concurrency)).toEqual([8, 4]);
    const small = { concurrency: 4, recent: Math.log(200) };
    expect([8, 9].map((samples) => answered(measured(200, { ...small, samples }), 200).credit)).toEqual([1, 0]);
  });

  it('does not decrease a limit of one request: there is nothing to take from it', () => {
    const limit = measured(1_000, { concurrency: 1 });
    expect(answered(limit, 1_000)).toMatchObject({ concurrency: 1, samples: 51, decreasedAt: 0 });
  });

  it.each([1, 2])('is that of an idle host with %i in flight, and moves what is known of one slowly', (inFlight) => {
    expect(Math.exp(answered(measured(100), 10_000, inFlight).unloaded ?? 0)).toBeCloseTo(100 * 100 ** 0.02);
  });

  it('is that of a busy one with three in flight, which says nothing of an idle one', () => {
    expect(answered(measured(100), 10_000, 3).unloaded).toBe(Math.log(100));
  });

  it('is taken for that of an idle host in its first answer, which weighs as much as a later one of an idle host', () => {
    const first = answered(startLimit(BOUNDS), 100, 8, false);
    expect(Math.exp(first.unloaded ?? 0)).toBeCloseTo(100);
    expect(Math.exp(answered(first, 400, 1, false).unloaded ?? 0)).toBeCloseTo(200);
  });

  it('of an idle host is measured anew, in ten answers, once a decrease leaves it idle, before the limit grows again', () => {
    expect([8, 5, 4].map((concurrency) => afterOverload(measured(100, { concurrency }), 10_000).idleResponses)).toEqual([50, 0, 0]);
    const idle = { concurrency: 2, credit: 1 };
    expect([8, 9].map((idleResponses) => answered(measured(100, { ...idle, idleResponses }), 100, 2).concurrency)).toEqual([2, 3]);
  });
});
