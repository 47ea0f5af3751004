import type { KnownBreach } from './breach.js';
import { breachDomain, breachKey, isoDate } from './normalize.js';

/** A breach without a full date: it lists the identity, and cannot be shown as it is. */
export interface UndatedBreach extends Omit<KnownBreach, 'date'> {
  /** What is known of the date: `2013`, `2013-10`; null: nothing. */
  readonly hint: string | null;
}

/** Answer of one source: the breaches that list an identity. Both empty: none does. */
export interface BreachSourceResult {
  readonly breaches: readonly KnownBreach[];
  readonly undated: readonly UndatedBreach[];
}

export const NO_BREACHES: BreachSourceResult = { breaches: [], undated: [] };

/** Full dates of breaches by `breachKey`, from sources that have them. */
export type KnownDates = ReadonlyMap<string, readonly string[]>;

/** Splits records by whether their date is a full one. */
export function splitByDate(records: readonly (UndatedBreach & { readonly date: string | null })[]): BreachSourceResult {
  return {
    breaches: records.flatMap(({ date, hint: _hint, ...breach }) => (date === null ? [] : [{ ...breach, date }])),
    undated: records.flatMap(({ date, ...breach }) => (date === null ? [breach] : [])),
  };
}

/** A breach as Have I Been Pwned v3 returns it (`/breachedaccount/{account}?truncateResponse=false`). */
export interface HibpBreach {
  readonly Name: string;
  readonly Title: string;
  readonly Domain: string;
  readonly BreachDate: string;
  readonly IsVerified: boolean;
  readonly IsFabricated: boolean;
  readonly IsRetired: boolean;
  readonly IsSpamList?: boolean | undefined;
  readonly IsStealerLog?: boolean | undefined;
  /** Being in it tells of a person's private life: the service shows it to nobody but its holder, and so do we. */
  readonly IsSensitive?: boolean | undefined;
  readonly DataClasses?: readonly string[] | undefined;
}

/**
 * Fabricated, retired and sensitive breaches are left out. The domain is kept only for verified breaches of that service: in a list of
 * spam targets or a stealer's log the domain shows nothing about accounts.
 */
export function readHibp(breaches: readonly HibpBreach[]): BreachSourceResult {
  const valid = breaches.filter(({ IsFabricated, IsRetired, IsSensitive }) => !IsFabricated && !IsRetired && IsSensitive !== true);
  return splitByDate(
    valid.map((breach) => ({
      name: breach.Title.trim() || breach.Name,
      domain: isOfItsService(breach) ? breachDomain(breach.Domain) : null,
      date: isoDate(breach.BreachDate),
      hint: null,
      dataClasses: kindsOf(breach.DataClasses),
      stealerLog: breach.IsStealerLog,
    })),
  );
}

/** Undefined for none: an empty list says nothing. */
function kindsOf(dataClasses: readonly string[] = []): readonly string[] | undefined {
  const kinds = dataClasses.flatMap((kind) => kind.trim() || []);
  return kinds.length === 0 ? undefined : kinds;
}

function isOfItsService({ IsVerified, IsSpamList, IsStealerLog }: HibpBreach): boolean {
  return IsVerified && IsSpamList !== true && IsStealerLog !== true;
}

/** A source as LeakCheck's public interface names it; its date is a month (`2019-07`), or empty. */
export interface LeakCheckSource {
  readonly name: string;
  readonly date?: string | null | undefined;
}

/** The names are labels, not hosts: no domain is read out of them. */
export function readLeakCheck(sources: readonly LeakCheckSource[]): BreachSourceResult {
  return splitByDate(
    sources.map(({ name, date }) => ({ name: name.trim(), domain: null, date: isoDate(date ?? ''), hint: date?.trim() || null })),
  );
}

/** A breach that lists the address (`/v1/breach-analytics`). Its date is a year. */
export interface XposedBreach {
  readonly breach: string;
  readonly domain?: string | null | undefined;
  readonly xposed_date?: string | number | null | undefined;
  /** "Yes" or "No". */
  readonly verified?: string | null | undefined;
  /** Kinds of data, separated by semicolons. */
  readonly xposed_data?: string | null | undefined;
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
    breaches.map(({ breach, domain, xposed_date, verified, xposed_data }) => ({
      name: breach.trim(),
      domain: verified?.toLowerCase() === 'yes' ? breachDomain(domain) : null,
      date: isoDate(String(xposed_date ?? '')) ?? dates.get(breachKey(breach))?.[0] ?? null,
      hint: xposed_date === null || xposed_date === undefined ? null : String(xposed_date).trim(),
      dataClasses: kindsOf(xposed_data?.split(';')),
    })),
  );
}
