/** Seeds of the fault tests: each decides when the blow falls, so that a failure can be had again. */
import { fraction } from '../../tools/simulator/deterministic.js';

const DEFAULT_SEEDS = 1;

/** Seeds to run: one unless the test wants more, or as many as CHAOS_SEEDS says; CHAOS_FIRST_SEED (default 1) is the first. */
export function chaosSeeds(usually = DEFAULT_SEEDS): number[] {
  const count = Number(process.env.CHAOS_SEEDS ?? usually);
  const first = Number(process.env.CHAOS_FIRST_SEED ?? 1);
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Defines tests of the long lane alone: of each kind of kill one test, with one seed, is part of `npm test`. */
export function further(define: () => void): void {
  if (process.env.CHAOS_SEEDS !== undefined) define();
}

/** A whole number in [low, high] that depends on the seed and on what it is for. */
export function seeded(seed: number, purpose: string, low: number, high: number): number {
  return low + Math.floor(fraction(`${seed}|${purpose}`) * (high - low + 1));
}
