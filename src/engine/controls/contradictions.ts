/** Contradictions of a platform: what makes it unsteady for a day, or for a month where traffic saw them (ADRs 7 and 47). Pure. */
import type { Conclusive, Verdict } from '../evaluation/verdict.js';
import { SELDOM_MS, UNSTEADY_MS } from './lifetimes.js';

/**
 * An observation that another one contradicts: of an account that exists, of an identity that cannot exist, of a verdict, or of what two
 * accounts' lookups found (traffic).
 */
export interface Contradiction {
  readonly at: string;
  readonly kind: 'positive' | 'negative' | 'answer' | 'traffic';
}

/** How long one counts, in milliseconds. Traffic sees few of them, whatever the fault. */
const countsMs = (kind: Contradiction['kind']): number => (kind === 'traffic' ? SELDOM_MS : UNSTEADY_MS);
/** How many are kept: two decide, of each kind. */
export const MAX_CONTRADICTIONS = 8;

/** Each contradiction that still counts once, the newest first. */
export function mergeContradictions(all: readonly Contradiction[], now: Date): Contradiction[] {
  const recent = all.filter(({ at, kind }) => now.getTime() - Date.parse(at) < countsMs(kind));
  const byTime = new Map(recent.map((each) => [`${each.at} ${each.kind}`, each]));
  return [...byTime.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_CONTRADICTIONS);
}

type FailedControl = Readonly<{ negative: Verdict; verdicts: readonly Verdict[] }>;

/** Whose answers a failed control takes back. Of both sides, where a site says "yes" for "no" and "no" for "yes". */
export function takenBackBy({ negative, verdicts }: FailedControl): readonly Conclusive['state'][] {
  const isDenied = verdicts.some((verdict) => verdict !== negative && verdict.state === 'not_registered');
  return [...(negative.state === 'registered' ? (['registered'] as const) : []), ...(isDenied ? (['not_registered'] as const) : [])];
}

/** What a failed control shows: that the platform confirms who cannot exist, or denies who does; null: neither. */
export function contradictedBy(failed: FailedControl): Contradiction['kind'] | null {
  const [first] = takenBackBy(failed);
  return first === undefined ? null : first === 'registered' ? 'negative' : 'positive';
}

/** The contradictions that this process saw of a rule. */
export class SeenContradictions {
  #count = 0;
  /** Those of which no stored control knows yet. */
  #unstored: Contradiction[] = [];

  /** How many there were, those of a moment included. */
  get count(): number {
    return this.#count;
  }

  /** @param kind null: it shows a fault of the moment, and not that the platform says now this, now that */
  add(kind: Contradiction['kind'] | null, at: Date): void {
    this.#count += 1;
    if (kind !== null) this.#unstored.push({ at: at.toISOString(), kind });
  }

  /** Those that still count, with the stored ones. */
  recent(stored: readonly Contradiction[] | undefined, now: Date): Contradiction[] {
    return mergeContradictions([...this.#unstored, ...(stored ?? [])], now);
  }

  /** What was noted remains until it is stored; each counts once. */
  async storing(save: () => Promise<void>): Promise<void> {
    const noted = [...this.#unstored];
    await save();
    this.#unstored = this.#unstored.filter((each) => !noted.includes(each));
  }
}
