/** The form of an identity, as a site's rules for names see it. Pure. */

/** Bits that a random character of each kind adds (20 consonants, 10 digits), and from how many on nobody can have it by chance. */
const BITS = { letter: 4.3, digit: 3.3 } as const;
const CERTAIN_BITS = 30;

/** Kinds of characters and separators in their order, and the length: `ada_99` and `bob_12` are alike. */
export function shapeOf(value: string): string {
  const kinds = value
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Nd}+/gu, '9');
  return `${kinds} ${[...value].length}`;
}

/** Whether a random identity has so many possibilities that nobody has it by chance. */
export function isCertainlyFree(value: string): boolean {
  const letters = value.match(/\p{L}/gu)?.length ?? 0;
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0;
  return letters * BITS.letter + digits * BITS.digit >= CERTAIN_BITS;
}
