import type { KnownBreach } from '../lookup/enrichment-ports.js';

/** A breach without a full date: it lists the identity, and cannot be shown as it is. */
export interface UndatedBreach {
  readonly name: string;
  readonly domain: string | null;
  /** What is known of the date: `2013`, `2013-10`; null: nothing. */
  readonly hint: string | null;
}

/** Answer of one source: the breaches that list an identity. Both empty: none does. */
export interface BreachSourceResult {
  readonly breaches: readonly KnownBreach[];
  readonly undated: readonly UndatedBreach[];
}

export const NO_BREACHES: BreachSourceResult = { breaches: [], undated: [] };

/** Splits records by whether their date is a full one. */
export function splitByDate(
  records: readonly { readonly name: string; readonly domain: string | null; readonly date: string | null; readonly hint: string | null }[],
): BreachSourceResult {
  return {
    breaches: records.flatMap(({ name, domain, date }) => (date === null ? [] : [{ name, domain, date }])),
    undated: records.flatMap(({ name, domain, date, hint }) => (date === null ? [{ name, domain, hint }] : [])),
  };
}
