import { randomInt } from 'node:crypto';
import data from './fictional-numbers.json' with { type: 'json' };

/** Kinds of numbers in the order in which they are preferred: many platforms refuse landlines. `any`: the plan does not tell them apart. */
export const NUMBER_KINDS = ['mobile', 'any', 'landline'] as const;
export type NumberKind = (typeof NUMBER_KINDS)[number];

/** Numbers of one country that its regulator keeps free of subscribers. */
export interface FictionalRanges extends Partial<Readonly<Record<NumberKind, readonly string[]>>> {
  /** The regulator's document, and its address. */
  readonly document: string;
  readonly url: string;
  /** Where it was read: the document itself, or what cites it; and the day. */
  readonly readIn: string;
  readonly read: string;
}

/** By country, ISO 3166-1 alpha-2: `fictional-numbers.json`. In a range, `x` stands for any digit. */
export const FICTIONAL_RANGES: Readonly<Record<string, FictionalRanges>> = data.countries;

/** Country of a number that is reserved for fiction; null for any other. */
export function fictionalCountry(number: string): string | null {
  return COMPILED.find(({ pattern }) => pattern.test(number))?.country ?? null;
}

const COMPILED = Object.entries(FICTIONAL_RANGES).map(([country, ranges]) => ({
  country,
  pattern: new RegExp(
    `^(?:${NUMBER_KINDS.flatMap((kind) => ranges[kind] ?? [])
      .map((range) => range.replace('+', '\\+').replaceAll('x', '\\d'))
      .join('|')})$`,
  ),
}));

export const rangeSize = (range: string): number => 10 ** (range.split('x').length - 1);

/** The numbers of a range: all of them, beginning at a random one. */
export function* numbersOf(range: string): Generator<string> {
  const prefix = range.replaceAll('x', '');
  const size = rangeSize(range);
  const start = randomInt(size);
  for (let index = 0; index < size; index += 1) {
    yield size === 1 ? prefix : `${prefix}${String((start + index) % size).padStart(range.length - prefix.length, '0')}`;
  }
}
