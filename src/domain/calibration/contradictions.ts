/** Contradictions of a platform: what makes it unsteady for a day (docs/adr/0007-calibration.md). Pure. */

/** An observation that another one contradicts: of an account that exists, of an identity that cannot exist, or of a verdict. */
export interface Contradiction {
  readonly at: string;
  readonly kind: 'positive' | 'negative' | 'answer';
}

/** How long a contradiction counts, in milliseconds, and how many are kept. */
const UNSTEADY_MS = 24 * 3_600_000;
export const MAX_CONTRADICTIONS = 8;

/** Each contradiction of the last day once, the newest first. */
export function mergeContradictions(all: readonly Contradiction[], now: Date): Contradiction[] {
  const recent = all.filter(({ at }) => now.getTime() - Date.parse(at) < UNSTEADY_MS);
  const byTime = new Map(recent.map((each) => [`${each.at} ${each.kind}`, each]));
  return [...byTime.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_CONTRADICTIONS);
}
