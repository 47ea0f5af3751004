/** How well each reason told bad lookups from good ones, by the outcomes that were reported. docs/risk.md. */
import { compareFacts } from './consistency.js';
import type { RiskEvidence } from './evidence.js';
import type { Weights } from './model.js';
import { readSignals, type SeenSignal } from './read-signals.js';
import { knownShares, strongest } from './score-risk.js';
import { MODULE_OF, riskSignal, SIGNAL_CODES, type SignalCode, type SignalOrigin } from './signals.js';

/** Lookups of how many days count. */
export const CALIBRATION_DAYS = 90;
/** How many good ones, and how many bad ones: the newest. */
export const MAX_OF_EACH = 5_000;
/** Below these nothing is said: good lookups and bad ones, each, whose module had evidence; and those in which the reason stood. */
export const LEAST_OF_EACH = 30;
export const LEAST_STOOD = 10;
/** Points for a natural logarithm of the likelihood ratio: 24, the most that one reason counts, are a ratio of 11. */
export const POINTS_PER_LOG = 10;
/** Standard errors to either side: 95 %. */
const INTERVAL = 1.959964;
/** The same for fifty reasons at once, 99.9 % for each (Bonferroni): else two or three of them would change by chance. */
const FAMILY_INTERVAL = 3.290527;
/** What counts by degree: a ratio of its mere presence gives it no weight. */
const GRADED: ReadonlySet<SignalCode> = new Set(['risky_address']);

/** What is kept of a finished lookup: each module that had evidence, and comparisons if one was decided, with 1, and each signal that stood, with its share. */
export type RiskTrace = Readonly<Partial<Record<SignalCode | SignalOrigin, number>>>;

export function traceOf(evidence: RiskEvidence): RiskTrace {
  const modules = Object.entries(knownShares(evidence)).flatMap(([module, share]) => (share > 0 ? [[module, 1] as const] : []));
  const isCompared = compareFacts(evidence).some(({ outcome }) => outcome !== 'unknown');
  const compared = isCompared ? [['consistency', 1] as const] : [];
  const signals = strongest(readSignals(evidence));
  // A signal may come from another module's answer, such as a mail provider's about its own mailboxes.
  const origins = signals.map(({ code }) => [MODULE_OF[riskSignal(code).group], 1] as const);
  return Object.fromEntries([...modules, ...compared, ...origins, ...signals.map(({ code, share }) => [code, share] as const)]);
}

/** The signals of a trace. One that no model has any more is left out. */
export const signalsOf = (trace: RiskTrace): SeenSignal[] =>
  SIGNAL_CODES.flatMap((code) => (trace[code] === undefined ? [] : [{ code, share: trace[code] }]));

/** Good and bad lookups. */
export type Tally = Readonly<Record<'good' | 'bad', number>>;
/** By the names of a trace: in how many lookups each was. */
export type Tallies = Readonly<Partial<Record<keyof RiskTrace, Tally>>>;

export interface Likelihood {
  /** In how many lookups the reason stood, and of how many: those in which its module had evidence. */
  readonly stood: Tally;
  readonly of: Tally;
  /** How many times as often it stood among bad lookups as among good ones, with the ends of its 95 % interval. */
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The likelihood ratio of a reason, by the logarithm of a ratio of two proportions (Katz et al. 1978; Simel, Samsa and Matchar 1991), with
 * one half added to each of the four counts (Haldane 1956, Anscombe 1956), so that a count of 0 has an interval too.
 *
 * @returns null with too few outcomes
 */
export function likelihoodOf(code: SignalCode, tallies: Tallies): Likelihood | null {
  const none = { good: 0, bad: 0 };
  const [stood, of] = [tallies[code] ?? none, tallies[MODULE_OF[riskSignal(code).group]] ?? none];
  if (of.good < LEAST_OF_EACH || of.bad < LEAST_OF_EACH || stood.good + stood.bad < LEAST_STOOD) return null;
  const part = (kind: keyof Tally) => ({ count: stood[kind] + 0.5, all: of[kind] + 1 });
  const [bad, good] = [part('bad'), part('good')];
  const log = Math.log(bad.count / bad.all / (good.count / good.all));
  const error = Math.sqrt(1 / bad.count - 1 / bad.all + 1 / good.count - 1 / good.all);
  const [low, high] = [log - INTERVAL * error, log + INTERVAL * error];
  return { stood, of, ratio: Math.exp(log), low: Math.exp(low), high: Math.exp(high) };
}

/**
 * The weights that outcomes speak for in place of the shipped ones. One in use stays until outcomes contradict it, and what is not known
 * contradicts nothing. Then it is the shipped one again, if outcomes do not contradict that.
 *
 * @param inUse of the account's own; none: the shipped ones
 */
export function deservedWeights(tallies: Tallies, inUse: Weights = {}): Weights {
  const deserved = SIGNAL_CODES.flatMap((code) => {
    const { points } = riskSignal(code);
    const likelihood = GRADED.has(code) ? null : likelihoodOf(code, tallies);
    const { ratio, low, high } = likelihood ?? { ratio: 1, low: 0, high: Number.POSITIVE_INFINITY };
    const errors = (FAMILY_INTERVAL / INTERVAL / 2) * Math.log(high / low);
    const fits = (weight: number): boolean => Math.abs(weight / POINTS_PER_LOG - Math.log(ratio)) <= errors;
    const weight = [inUse[code] ?? points, points].find(fits) ?? Math.round(POINTS_PER_LOG * Math.log(ratio));
    return weight === points ? [] : [[code, weight] as const];
  });
  return Object.fromEntries(deserved);
}
