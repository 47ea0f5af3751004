/** Tests of counted errors against a bound. */

/** Level of the one-sided tests: a figure that meets its bound exactly is taken for one above it once in a thousand times. */
const LEVEL = 0.001;

/** Probability of `hits` or more in `trials`, each with this chance. */
export function binomialTail(hits: number, trials: number, chance: number): number {
  if (hits <= 0) return 1;
  if (chance <= 0 || hits > trials) return 0;
  if (chance >= 1) return 1;
  const odds = Math.log(chance) - Math.log(1 - chance);
  let term = trials * Math.log(1 - chance); // of no hit at all, as a logarithm
  let below = 0;
  for (let k = 0; k < hits; k++) {
    below += Math.exp(term);
    term += Math.log(trials - k) - Math.log(k + 1) + odds;
  }
  return below > 0.5 ? upperTail(hits, trials, odds, term) : 1 - below;
}

/** The sum from `hits` on, which is small where the complement would lose its digits. @param term of `hits`, as a logarithm */
function upperTail(hits: number, trials: number, odds: number, term: number): number {
  let sum = 0;
  let log = term;
  for (let k = hits; k <= trials && log > -745; k++) {
    sum += Math.exp(log);
    log += Math.log(trials - k) - Math.log(k + 1) + odds;
  }
  return sum;
}

/** Whether a count is too high for its bound, by a one-sided binomial test at 99.9 %. */
export function isAbove(hits: number, trials: number, bound: number): boolean {
  return binomialTail(hits, trials, bound) < LEVEL;
}

/** @param values at least one */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
