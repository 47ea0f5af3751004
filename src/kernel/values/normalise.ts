export type NormalForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';

/** Longest run of marks that is normalised, as in the Stream-Safe Text Format (UAX #15, 13): the time for a run grows with its square. */
export const MAX_MARKS = 30;
/** Every non-starter is a mark (UAX #44); the two others are none, and NFKC decomposes them to some. */
const MARK = String.raw`[\p{M}\uff9e\uff9f]`;
const LONG_RUN = new RegExp(`(${MARK}{${MAX_MARKS}})${MARK}+`, 'gu');
const FULL_RUN = new RegExp(`${MARK}{${MAX_MARKS}}`, 'u');

/**
 * The Unicode normal form of a text, in linear time: of a longer run of marks than `MAX_MARKS` the rest is cut off. Nothing else in the
 * project calls `String.prototype.normalize` (`npm run check`). Callers limit the text's length before.
 *
 * @param form NFC unless given
 */
export function normalise(text: string, form: NormalForm = 'NFC'): string {
  return text.replace(LONG_RUN, '$1').normalize(form);
}

/** Full-width and half-width characters in their usual width, and nothing else changed (RFC 8265, 3.3.2: the width mapping rule). */
export function narrow(text: string): string {
  return text.replace(/[\u3000\uff01-\uffee]+/g, (wide) => normalise(wide, 'NFKC'));
}

/** Whether a text has so many marks in a row that one of which `normalise` cut some off could equal it. No identity has. */
export function hasFullRun(text: string): boolean {
  return FULL_RUN.test(normalise(text, 'NFD'));
}
