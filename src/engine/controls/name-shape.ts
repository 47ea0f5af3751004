/** The form of an identity, as a site's rules for names see it. Pure. */

/** Bits that a random character of each kind adds (20 consonants, 10 digits). */
const BITS = { letter: 4.3, digit: 3.3 } as const;
/** From how many bits on nobody can have a random identity by chance, and hardly two of two. */
const CERTAIN_BITS = 30;
const RARE_BITS = 17;

/** Kinds of characters and separators in their order, and the length: "ada_99" and "bob_12" are alike. */
export function shapeOf(value: string): string {
  const kinds = value
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Nd}+/gu, '9');
  return `${kinds} ${[...value].length}`;
}

/** Whether a random identity is `certainly` free, has so many possibilities that it is `likely` so, or `perhaps`. */
export function freedomOf(value: string): 'certainly' | 'likely' | 'perhaps' {
  const count = (kind: RegExp): number => value.match(kind)?.length ?? 0;
  const bits = count(/\p{L}/gu) * BITS.letter + count(/\p{Nd}/gu) * BITS.digit;
  if (bits >= CERTAIN_BITS) return 'certainly';
  return bits >= RARE_BITS ? 'likely' : 'perhaps';
}
