import { isoDate } from './breach-date.js';
import { breachDomain, breachKey } from './breach-name.js';
import type { KnownDates } from './merge-breaches.js';
import { splitByDate, type BreachSourceResult } from './source-answer.js';

/** A breach that lists the address (`/v1/breach-analytics`). Its date is a year. */
export interface XposedBreach {
  readonly breach: string;
  readonly domain?: string | null | undefined;
  readonly xposed_date?: string | number | null | undefined;
  /** `Yes` or `No`. */
  readonly verified?: string | null | undefined;
}

/** A breach of the catalogue (`/v1/breaches`), with its full date. */
export interface XposedCatalogueEntry {
  readonly breachID: string;
  readonly breachedDate?: string | null | undefined;
}

/** Full dates by `breachKey`. */
export function readXposedCatalogue(entries: readonly XposedCatalogueEntry[]): KnownDates {
  return new Map(
    entries.flatMap(({ breachID, breachedDate }) => {
      const date = isoDate(breachedDate ?? '');
      return date === null ? [] : [[breachKey(breachID), [date]] as const];
    }),
  );
}

/** @param dates from the catalogue: the name is its key there, so the year needs no comparison */
export function readXposed(breaches: readonly XposedBreach[], dates: KnownDates): BreachSourceResult {
  return splitByDate(
    breaches.map(({ breach, domain, xposed_date, verified }) => ({
      name: breach.trim(),
      domain: verified?.toLowerCase() === 'yes' ? breachDomain(domain) : null,
      date: isoDate(String(xposed_date ?? '')) ?? dates.get(breachKey(breach))?.[0] ?? null,
      hint: xposed_date === null || xposed_date === undefined ? null : String(xposed_date).trim(),
    })),
  );
}
