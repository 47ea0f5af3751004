import { closest, distance } from 'fastest-levenshtein';

/** The candidate that a mistyped text may mean. @param typos letters at most that differ @returns null: there is none */
export function mostSimilar(text: string, candidates: readonly string[], typos: number): string | null {
  // Whatever is shorter or longer by more has more typos: a long text, with which comparing takes long, has hardly any candidate.
  const likely = candidates.filter(({ length }) => Math.abs(length - text.length) <= typos);
  if (likely.length === 0) return null;
  const near = closest(text, likely);
  return distance(text, near) <= typos ? near : null;
}

/** Whether one typing error makes one text of the other: a letter too many, missing or wrong, or two neighbours swapped. */
export function isOneTypoAway(one: string, other: string): boolean {
  if (distance(one, other) < 2) return one !== other;
  const at = [...one].findIndex((letter, index) => letter !== other.charAt(index));
  return one.slice(0, at) + one.slice(at + 1, at + 2) + one.slice(at, at + 1) + one.slice(at + 2) === other;
}
