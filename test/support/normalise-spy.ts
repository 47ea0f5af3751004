import fc from 'fast-check';
import { afterEach, beforeEach, vi } from 'vitest';

/** A longer run of marks than is normalised; the two last characters are none, but decompose to some. */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{31}/u;

/**
 * Watches the runtime's normalisation in every test of a file or group.
 *
 * @returns how often it was called since the last look, and with which texts that it must not get: longer ones, and those with more than 30
 *   marks in a row
 */
export function watchNormalisation(): (limit: number) => { calls: number; bad: string[] } {
  let spy = vi.spyOn(String.prototype, 'normalize');
  spy.mockRestore();
  beforeEach(() => {
    spy = vi.spyOn(String.prototype, 'normalize');
  });
  afterEach(() => spy.mockRestore());
  return (limit) => {
    const texts = spy.mock.contexts.map(String);
    spy.mockClear();
    const bad = texts.filter((text) => text.length > limit || LONG_RUN.test(text)).map((text) => `${text.length}: ${text.slice(0, 80)}`);
    return { calls: texts.length, bad };
  };
}

const PIECES = [
  'a',
  ' ',
  '@',
  '+1',
  '.example.com',
  'ada-example',
  '<b>',
  '&#789;&#768;',
  '%CC%95%CC%80',
  '\u0315\u0300',
  '\u0344',
  '\u0f73',
  '\uff9e\u0315',
  '\u0130',
  '\u1100\u1161',
  '\u{1d165}',
  '\ud800',
  '\u00e9',
] as const;

/** A text in a few words, as a failed test prints it. */
export interface TextRecipe {
  readonly unit: string;
  readonly size: number;
  readonly before: string;
  readonly after: string;
}

/** Texts of letters, signs, marks of several classes, halves of pairs and references to marks; some begin or end as identities do. */
export const textRecipe = (sizes: readonly number[]): fc.Arbitrary<TextRecipe> =>
  fc.record({
    unit: fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('')),
    size: fc.constantFrom(...sizes),
    before: fc.constantFrom('', 'ada', ' +1', '@', 'ada@'),
    after: fc.constantFrom('', '@example.com', '.example'),
  });

export function textOf({ unit, size, before, after }: TextRecipe): string {
  const middle = unit.repeat(Math.ceil(size / unit.length));
  return before + middle.slice(0, Math.max(0, size - before.length - after.length)) + after;
}
