/** What was billed, summed up in the ways in which it is shown. */
import { groupBy } from '../../../kernel/values/group-by.js';
import { csvOf } from '../../../kernel/values/write-csv.js';
import type { Schemas } from '../../client/api.js';
import { daysOf } from './period.js';

export type Usage = Schemas['AccountUsage'];
export type Billed = Usage['days'][number];

/** A plan may have changed meanwhile: lookups that were counted and those that were paid for are no sum. */
export interface Sum {
  readonly lookups: number;
  /** What was taken from a balance, in thousandths of a cent. */
  readonly millicents: number;
}

export const sumOf = (billed: readonly Billed[]): Sum => ({
  lookups: billed.reduce((sum, { lookups }) => sum + lookups, 0),
  millicents: billed.reduce((sum, { amount, unit }) => sum + (unit === 'millicents' ? amount : 0), 0),
});

/** Sums by what `keyOf` says, the most used first. */
export function sumsBy<Key>(billed: readonly Billed[], keyOf: (each: Billed) => Key): { key: Key; sum: Sum }[] {
  return [...groupBy(billed, keyOf)]
    .map(([key, group]) => ({ key, sum: sumOf(group) }))
    .sort((one, other) => other.sum.lookups - one.sum.lookups);
}

/** A sum for every day of the range. */
export function sumsByDay(usage: Usage): { day: string; sum: Sum }[] {
  const known = new Map(sumsBy(usage.days, ({ day }) => day).map(({ key, sum }) => [key, sum]));
  return daysOf(usage).map((day) => ({ day, sum: known.get(day) ?? { lookups: 0, millicents: 0 } }));
}

/** A row for each day, key and module, as the service gives them. */
export const usageCsv = ({ days }: Usage, nameOf: (id: string) => string): string =>
  csvOf([
    ['day', 'key_id', 'key', 'module', 'lookups', 'amount', 'unit'],
    ...days.map(({ day, apiKeyId, module, lookups, amount, unit }) => [day, apiKeyId, nameOf(apiKeyId), module, lookups, amount, unit]),
  ]);
