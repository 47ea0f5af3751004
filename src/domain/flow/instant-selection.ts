import type { BandContext } from '../catalogue/bands.js';
import { hasEnoughSamples, omissionRate } from '../catalogue/platform-stats.js';
import type { Platform } from '../catalogue/platform.js';
import type { ProbeTarget } from '../lookup/lookup.js';
import { kindOf } from '../identity/subjects.js';

/** What decides which platforms an instant lookup probes. */
export interface InstantSelection {
  /** Maximum number of platforms to probe. */
  readonly size: number;
  /** Whether a request to the platform could be sent at once. */
  readonly hasFreeSlot: (target: ProbeTarget) => boolean;
  readonly platform: (slug: string) => Platform | undefined;
  readonly evidence: BandContext;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Weight of a platform that is not known to be strong, and of one that can give only one of "registered" and "not registered". */
const STANDARD_WEIGHT = 0.85;
const ONE_SIDED_WEIGHT = 0.7;
/** Assumed share of requests that a platform without enough samples answers. */
const DEFAULT_ANSWER_RATE = 0.85;
/** Largest share by which chance lowers a platform's rank, so that equal platforms take turns. */
const JITTER = 0.1;
/** Number of platforms that are probed even without a free slot, so that a result is not empty because all are busy for a moment. */
const MIN_PROBED = 2;

/** Information value of a platform's answer, times the likelihood that it comes in time; 0 to 1. */
export function informationValue(
  { platform: slug, subjects }: ProbeTarget,
  { platform, evidence }: Pick<InstantSelection, 'platform' | 'evidence'>,
): number {
  const found = platform(slug);
  const signals = subjects.map((subject) => {
    const type = kindOf(subject);
    const rule = found?.probes[type];
    const record = evidence.statuses.get(`${slug}:${type}`)?.stats ?? null;
    const answerRate = hasEnoughSamples(record) ? 1 - (omissionRate(record) ?? 0) : DEFAULT_ANSWER_RATE;
    return (found?.strength === 'strong' ? 1 : STANDARD_WEIGHT) * (rule?.registered && rule.absent ? 1 : ONE_SIDED_WEIGHT) * answerRate;
  });
  return Math.min(...signals);
}

/**
 * The platforms that an instant lookup probes: those with the highest signal among those with a free slot. Under load this spreads
 * lookups over the band, and probes fewer platforms instead of queueing at all of them.
 */
export function selectInstantTargets(targets: readonly ProbeTarget[], choice: InstantSelection): ProbeTarget[] {
  const ranked = targets
    .map((target) => ({
      target,
      rank: informationValue(target, choice) * (1 - JITTER * choice.random()),
      isFree: choice.hasFreeSlot(target),
    }))
    .sort((a, b) => Number(b.isFree) - Number(a.isFree) || b.rank - a.rank);
  const free = ranked.filter(({ isFree }) => isFree).length;
  return ranked.slice(0, Math.min(choice.size, Math.max(free, MIN_PROBED))).map(({ target }) => target);
}
