import { closest, distance } from 'fastest-levenshtein';

/** The candidate that a mistyped text may mean. @param typos letters at most that differ @returns null: there is none */
export function mostSimilar(text: string, candidates: readonly string[], typos: number): string | null {
  if (candidates.length === 0) return null;
  const near = closest(text, candidates);
  return distance(text, near) <= typos ? near : null;
}
