import type { BandEvidence } from '../bands.js';
import { isTelling, omissionRate } from '../platform-record.js';
import type { Platform } from '../platform.js';
import type { Target } from '../lookup.js';
import { kindOf } from '../subjects.js';

/** What an instant lookup chooses its platforms by, besides their evidence. */
export interface InstantChoice {
  /** Platforms to ask at most. */
  readonly size: number;
  /** Whether a request to the platform could be sent at once. */
  readonly hasFreeSlot: (target: Target) => boolean;
  readonly platform: (slug: string) => Platform | undefined;
  readonly evidence: BandEvidence;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Weight of a platform that is not known to be strong, and of one that can say only one of "registered" and "not registered". */
const STANDARD = 0.85;
const ONE_SIDED = 0.7;
/** What is assumed of a platform whose record says nothing yet: the share of requests that it answers. */
const UNKNOWN_RATE = 0.85;
/** Equal platforms take turns: chance moves a platform up to so far. */
const JITTER = 0.1;
/** Asked although no slot is free, so that an answer is not empty because all platforms are busy for a moment. */
const AT_LEAST = 2;

/** How much an answer of the platform tells, times how likely it is to come in time; 0 to 1. */
export function signalOf({ platform: slug, subjects }: Target, { platform, evidence }: Pick<InstantChoice, 'platform' | 'evidence'>): number {
  const found = platform(slug);
  const signals = subjects.map((subject) => {
    const type = kindOf(subject);
    const rule = found?.probes[type];
    const record = evidence.standings.get(`${slug}:${type}`)?.record ?? null;
    const answerRate = isTelling(record) ? 1 - (omissionRate(record) ?? 0) : UNKNOWN_RATE;
    return (found?.strength === 'strong' ? 1 : STANDARD) * (rule?.registered && rule.absent ? 1 : ONE_SIDED) * answerRate;
  });
  return Math.min(...signals);
}

/**
 * The platforms that an instant lookup asks: those with the highest signal among those with a free slot. Under load that spreads
 * lookups over the band, and asks fewer platforms rather than queueing at all of them.
 */
export function chooseInstant(targets: readonly Target[], choice: InstantChoice): Target[] {
  const ranked = targets
    .map((target) => ({ target, rank: signalOf(target, choice) * (1 - JITTER * choice.random()), isFree: choice.hasFreeSlot(target) }))
    .sort((a, b) => Number(b.isFree) - Number(a.isFree) || b.rank - a.rank);
  const free = ranked.filter(({ isFree }) => isFree).length;
  return ranked.slice(0, Math.min(choice.size, Math.max(free, AT_LEAST))).map(({ target }) => target);
}
