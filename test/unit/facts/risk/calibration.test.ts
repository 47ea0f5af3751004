import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  deservedWeights,
  LEAST_OF_EACH,
  LEAST_STOOD,
  likelihoodOf,
  signalsOf,
  type Tallies,
  traceOf,
} from '../../../../src/facts/risk/calibration.js';
import { modelOf, type Weights } from '../../../../src/facts/risk/model.js';
import { reasonsOf, scoreOf, scoreRisk } from '../../../../src/facts/risk/score-risk.js';
import { BASELINE, GROUPS, MODEL_VERSION, riskSignal, SIGNAL_CODES, type SignalCode } from '../../../../src/facts/risk/signals.js';
import { CONTRARY_RATES, drawPopulation, DRAWN, type Labelled, RATES, SHIPPED_RATES } from '../../../support/labelled-population.js';
import { evidence } from './arbitraries.js';

const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
const tallied = (stood: [good: number, bad: number], of: [good: number, bad: number]): Tallies => ({
  tor_exit: { good: stood[0], bad: stood[1] },
  ip: { good: of[0], bad: of[1] },
});

function tally(population: readonly Labelled[]): Tallies {
  const tallies: Record<string, { good: number; bad: number }> = {};
  for (const { isGood, trace } of population)
    for (const name of Object.keys(trace)) {
      const each = (tallies[name] ??= { good: 0, bad: 0 });
      each[isGood ? 'good' : 'bad'] += 1;
    }
  return tallies;
}
const trueRatio = (code: SignalCode): number => (RATES[code]?.bad ?? 0) / (RATES[code]?.good ?? 1);

describe('a likelihood ratio', () => {
  it('is that of two proportions with a half added to each count, and its interval that of its logarithm', () => {
    const { ratio, low, high } = likelihoodOf('tor_exit', tallied([4, 20], [100, 100])) ?? expect.fail();
    // By hand: (20.5/101) / (4.5/101); the error is sqrt(1/20.5 - 1/101 + 1/4.5 - 1/101) = 0.5012.
    expect(ratio).toBeCloseTo(4.5556, 3);
    expect(low).toBeCloseTo(1.7058, 3);
    expect(high).toBeCloseTo(12.1664, 3);
  });

  it('has an interval where a reason never stood among good lookups, or always among bad ones', () => {
    for (const stood of [
      [0, 40],
      [40, 0],
      [60, 60],
    ] as [number, number][]) {
      const { ratio, low, high } = likelihoodOf('tor_exit', tallied(stood, [60, 60])) ?? expect.fail();
      expect(low).toBeGreaterThan(0);
      expect(high).toBeLessThan(Number.POSITIVE_INFINITY);
      expect(low).toBeLessThan(ratio);
      expect(ratio).toBeLessThan(high);
    }
  });

  it('is not said of too few outcomes, on either side, nor of a reason that hardly ever stood', () => {
    const enough: [number, number] = [LEAST_OF_EACH, LEAST_OF_EACH];
    expect(likelihoodOf('tor_exit', tallied([0, LEAST_STOOD], enough))).not.toBeNull();
    expect(likelihoodOf('tor_exit', tallied([0, LEAST_STOOD - 1], enough))).toBeNull();
    expect(likelihoodOf('tor_exit', tallied([0, LEAST_STOOD], [LEAST_OF_EACH - 1, 10_000]))).toBeNull();
    expect(likelihoodOf('tor_exit', tallied([0, LEAST_STOOD], [10_000, LEAST_OF_EACH - 1]))).toBeNull();
    expect(likelihoodOf('vpn', {})).toBeNull();
  });

  it('of a population with known ratios is found again within its interval, in ten populations', () => {
    const found = SEEDS.map((seed) => {
      const tallies = tally(drawPopulation(seed, 400));
      return DRAWN.map((code) => {
        const { low, high } = likelihoodOf(code, tallies) ?? expect.fail(code);
        return low <= trueRatio(code) && trueRatio(code) <= high;
      });
    });
    const covered = found.flat().filter(Boolean).length;
    // 95 % of 120 are 114; fewer than 108 would come of a nominal interval once in a hundred runs.
    expect(covered).toBeGreaterThanOrEqual(108);
    // No ratio is missed time and again: that would be a bias.
    for (const [index, code] of DRAWN.entries()) expect([code, found.filter((each) => each[index]).length >= 8]).toEqual([code, true]);
  });

  it('is closer with more outcomes', () => {
    const width = (ofEach: number) => {
      const { low, high } = likelihoodOf('disposable_mailbox', tally(drawPopulation(3, ofEach))) ?? expect.fail();
      return Math.log(high / low);
    };
    expect(width(2_000)).toBeLessThan(width(200) / 2);
  });
});

describe('the weight that a reason deserves', () => {
  it('is ten points for each natural logarithm of its ratio, and the one it has where that lies within the interval', () => {
    const weights = deservedWeights(tally(drawPopulation(1, 4_000)));
    expect(weights.disposable_mailbox).toBeGreaterThanOrEqual(16);
    expect(weights.disposable_mailbox).toBeLessThanOrEqual(20);
    expect(weights.many_accounts).toBeLessThan(-20);
    expect(Math.abs(weights.missing_mailbox ?? 9)).toBeLessThanOrEqual(1);
    // A shipped weight of -1 is a ratio of 0.9; drawn at 1, few outcomes do not contradict it.
    expect(deservedWeights(tally(drawPopulation(1, 300)))).not.toHaveProperty('derived_handle');
  });

  /** Weights of an account that are at least eight points from the shipped ones. */
  const own: fc.Arbitrary<Weights> = fc
    .dictionary(fc.constantFrom(...DRAWN), fc.oneof(fc.integer({ min: 8, max: 40 }), fc.integer({ min: -40, max: -8 })), {
      noNullPrototype: true,
    })
    .map((apart) => Object.fromEntries(Object.entries(apart).map(([code, by]) => [code, riskSignal(code as SignalCode).points + by])));

  it('is the shipped one where outcomes are those of the shipped model, in 95 % of populations, whatever the account has in use', () => {
    const held = SEEDS.map((seed) => tally(drawPopulation(seed, 4_000, SHIPPED_RATES))).filter(
      (tallies) => Object.keys(deservedWeights(tallies)).length === 0,
    );
    expect(held.length).toBeGreaterThanOrEqual(9);
    expect(SIGNAL_CODES.length, 'the interval is for fifty').toBeLessThanOrEqual(50);
    fc.assert(
      fc.property(fc.constantFrom(...held), own, (tallies, weights) => {
        expect(deservedWeights(tallies, weights)).toEqual({});
      }),
    );
  });

  it('is the one in use until outcomes contradict it: with too few of them, or of none at all, and with those that suggested it', () => {
    const few = tally(drawPopulation(1, LEAST_OF_EACH - 1, SHIPPED_RATES));
    const many = [RATES, SHIPPED_RATES, CONTRARY_RATES].map((rates) => tally(drawPopulation(4, 300, rates)));
    fc.assert(
      fc.property(own, fc.constantFrom(...many), (weights, tallies) => {
        expect(deservedWeights({}, weights)).toEqual(weights);
        expect(deservedWeights(few, weights)).toEqual(weights);
        const taken = deservedWeights(tallies, weights);
        expect(deservedWeights(tallies, taken)).toEqual(taken);
      }),
    );
  });

  it('is none for what counts by degree, and for too few outcomes', () => {
    const of = { good: 100, bad: 100 };
    expect(deservedWeights({ risky_address: { good: 1, bad: 90 }, ip: of })).toEqual({});
    expect(deservedWeights(tally(drawPopulation(1, LEAST_OF_EACH - 1)))).toEqual({});
  });
});

describe('a model', () => {
  const weights: fc.Arbitrary<Weights> = fc.dictionary(fc.constantFrom(...SIGNAL_CODES), fc.integer({ min: -80, max: 80 }), {
    noNullPrototype: true,
  });

  it('without weights of its own is the shipped one', () => {
    const { version, points } = modelOf(null);
    expect(version).toBe(MODEL_VERSION);
    for (const code of SIGNAL_CODES) expect(points[code]).toBe(riskSignal(code).points);
  });

  it('with any weights keeps every score within 0 and 100 as a plain sum, and turns no warning into a reassurance', () => {
    fc.assert(
      fc.property(evidence, weights, (known, own) => {
        const model = modelOf({ version: 'any', weights: own });
        const { score, reasons, modelVersion } = scoreRisk(known, model);
        expect(modelVersion).toBe(`${MODEL_VERSION}+any`);
        if (score === null) return;
        expect(score).toBe(scoreOf(reasons));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
        for (const { direction, impact } of reasons) expect(direction === 'raises' ? impact >= 0 : impact <= 0).toBe(true);
        const all = (sign: 1 | -1) =>
          GROUPS.reduce(
            (sum, group) =>
              sum +
              Math.max(0, ...SIGNAL_CODES.filter((code) => riskSignal(code).group === group).map((code) => sign * model.points[code])),
            0,
          );
        expect(BASELINE + all(1)).toBeLessThanOrEqual(100);
        expect(all(-1)).toBeLessThanOrEqual(BASELINE);
      }),
    );
  });

  it('scores what is kept of a lookup as it scored the lookup', () => {
    fc.assert(
      fc.property(evidence, weights, (known, own) => {
        const model = modelOf({ version: 'any', weights: own });
        const { score } = scoreRisk(known, model);
        const trace = JSON.parse(JSON.stringify(traceOf(known))) as ReturnType<typeof traceOf>;
        if (score !== null) expect(scoreOf(reasonsOf(signalsOf(trace), model))).toBe(score);
      }),
    );
  });
});
