/** Instant lookups under load: which platforms they probe, and how many. */
import { type BandContext, MAX_OMISSION_RATE, type ProbeTarget } from '../catalogue/rules/bands.js';
import { omissionRate } from '../catalogue/rules/platform-status.js';
import type { Platform } from '../catalogue/rules/platform.js';
import { kindOf } from '../../kernel/identity/subjects.js';
import { movingAverage } from '../../kernel/values/moving-average.js';

/** What decides which platforms an instant lookup probes. */
export interface InstantSelection {
  /** Maximum number of platforms to probe. */
  readonly size: number;
  /** Whether a request to the platform could be sent at once. */
  readonly hasFreeSlot: (target: ProbeTarget) => boolean;
  /** Whether it would start soon enough for a usual answer to come in time. Asked where no slot is free. */
  readonly startsInTime: (target: ProbeTarget) => boolean;
  readonly platform: (slug: string) => Platform | undefined;
  readonly evidence: BandContext;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Part of an instant lookup's ceiling by which a usual answer has to be there, as answers have a long tail. */
export const USUAL_SHARE = 0.5;
/**
 * Part of the time within which a request to a platform of a band has to start: a "no" may need a known account after it. At ten addresses a
 * second, which hosts just allow, a lookup has 3.2 answers; with half of the time it had 2.2.
 */
export const START_SHARE = 0.15;
/** Part of it after which a request that still waits for its host is not begun: a usual answer would come after the ceiling. */
export const LAST_START_SHARE = 1 - (USUAL_SHARE - START_SHARE);

/** Largest share by which chance lowers a platform's rank, so that equal platforms take turns. */
const JITTER = 0.1;
/**
 * Number of platforms that are probed even if none would start in time, so that no result is empty because all are busy for a moment. With
 * three, a worker that gets 80 lookups a second (docs/load.md, the model) has 1.3 answers for each in place of 2.8.
 */
const MIN_PROBED = 2;

/**
 * How many of the answers "registered" and "not registered" a platform can give, times the likelihood that it gives one in time. Without
 * enough samples it answers as seldom as the band just admits.
 */
export function informationValue(
  { platform: slug, subjects }: ProbeTarget,
  { platform, evidence }: Pick<InstantSelection, 'platform' | 'evidence'>,
): number {
  const values = subjects.map((subject) => {
    const type = kindOf(subject);
    const rule = platform(slug)?.probes[type];
    const omitted = omissionRate(evidence.statuses.get(`${slug}:${type}`)?.stats ?? null) ?? MAX_OMISSION_RATE.instant;
    return [rule?.registered, rule?.absent].filter(Boolean).length * (1 - omitted);
  });
  return Math.min(...values);
}

/**
 * The platforms that an instant lookup probes: those with the highest information value among those with a free slot; up to half of its
 * size also among those that would have one in time. Under load this spreads lookups over the band, and probes fewer platforms instead of
 * queueing at all of them.
 */
export function selectInstantTargets(targets: readonly ProbeTarget[], choice: InstantSelection): ProbeTarget[] {
  const rankOf = (target: ProbeTarget): number => informationValue(target, choice) * (1 - JITTER * choice.random());
  const ranked = targets
    .map((target) => ({ target, rank: rankOf(target) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ target }) => target);
  const free = ranked.filter(choice.hasFreeSlot);
  const others = ranked.filter((target) => !free.includes(target));
  const soon = others.filter(choice.startsInTime);
  const late = others.filter((target) => !soon.includes(target));
  const probed = Math.max(free.length, Math.min(free.length + soon.length, Math.ceil(choice.size / 2)), MIN_PROBED);
  return [...free, ...soon, ...late].slice(0, Math.min(choice.size, probed));
}

/**
 * How many platforms an instant lookup probes by a deadline of its own: in proportion to it, so as many for each second
 * that it lasts. The limits of hosts hold beside it.
 *
 * @param atCeiling how many a lookup probes that is answered at the installation's ceiling
 */
export function sizeWithin(
  atCeiling: number,
  { deadlineMs, ceilingMs }: { readonly deadlineMs: number; readonly ceilingMs: number },
): number {
  return Math.max(Math.min(MIN_PROBED, atCeiling), Math.round((atCeiling * deadlineMs) / ceilingMs));
}

/**
 * Delay before a lookup's plan, in milliseconds, its own and the average of recent lookups: above the first value it probes fewer
 * platforms, from the second on the minimum. A single late lookup probes all: the machine stalled for a moment, but it is not behind.
 */
const QUEUE_DELAY_MS = { from: 40, to: 200 } as const;
/** Average delay above which a queue has formed, so that fewer lookups are accepted: in the middle, so that answers get smaller first. */
export const LATE_MS = (QUEUE_DELAY_MS.from + QUEUE_DELAY_MS.to) / 2;
/** Weight of one lookup in averages of the delay: a few late ones say nothing. In the model a fifth gives the same answers. */
export const DELAY_WEIGHT = 0.1;

/**
 * How many platforms an instant lookup probes at present. Beyond the capacity of the machine, lookups probe fewer platforms and get answers
 * from most of them, instead of probing all and getting none in time.
 */
export class InstantSize {
  #waitedMs = 0;

  /** @param most platforms that a lookup probes without load */
  constructor(readonly most: number) {}

  /**
   * Counts a lookup that starts now.
   *
   * @param waitedMs milliseconds since it was accepted
   * @returns number of platforms that it probes
   */
  begin(waitedMs: number): number {
    this.#waitedMs = movingAverage(this.#waitedMs, waitedMs, DELAY_WEIGHT);
    const { from, to } = QUEUE_DELAY_MS;
    const behind = (Math.min(waitedMs, this.#waitedMs) - from) / (to - from);
    return Math.max(Math.min(MIN_PROBED, this.most), Math.round(this.most * (1 - Math.min(1, Math.max(0, behind)))));
  }
}
