/** Contradictions of a platform: what makes it unsteady for a day, or for a month where traffic saw them (ADRs 7 and 47). Pure. */

/**
 * An observation that another one contradicts: of an account that exists, of an identity that cannot exist, of a verdict, or of what two
 * accounts' lookups found (traffic).
 */
export interface Contradiction {
  readonly at: string;
  readonly kind: 'positive' | 'negative' | 'answer' | 'traffic';
}

/** How long a contradiction counts, in milliseconds, and how many are kept. Traffic sees few of them, whatever the fault. */
const DAY_MS = 24 * 3_600_000;
const COUNTS_MS = { positive: DAY_MS, negative: DAY_MS, answer: DAY_MS, traffic: 30 * DAY_MS } as const;
export const MAX_CONTRADICTIONS = 8;

/** Each contradiction that still counts once, the newest first. */
export function mergeContradictions(all: readonly Contradiction[], now: Date): Contradiction[] {
  const recent = all.filter(({ at, kind }) => now.getTime() - Date.parse(at) < COUNTS_MS[kind]);
  const byTime = new Map(recent.map((each) => [`${each.at} ${each.kind}`, each]));
  return [...byTime.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_CONTRADICTIONS);
}
