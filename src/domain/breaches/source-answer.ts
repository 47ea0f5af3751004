import type { KnownBreach } from '../enrichment-ports.js';

/** A breach of which the source tells less than a full date: it lists the identity, and cannot be shown as it is. */
export interface UndatedBreach {
  readonly name: string;
  readonly domain: string | null;
  /** What is known of the date: `2013`, `2013-10`; null: nothing. */
  readonly hint: string | null;
}

/** What one source said of an identity: in which breaches it is. Both empty: it said "in none". */
export interface SourceAnswer {
  readonly breaches: readonly KnownBreach[];
  readonly undated: readonly UndatedBreach[];
}

export const IN_NONE: SourceAnswer = { breaches: [], undated: [] };

/** Sorts records by whether their date is a full one. */
export function answerOf(records: readonly { readonly name: string; readonly domain: string | null; readonly date: string | null; readonly hint: string | null }[]): SourceAnswer {
  return {
    breaches: records.flatMap(({ name, domain, date }) => (date === null ? [] : [{ name, domain, date }])),
    undated: records.flatMap(({ name, domain, date, hint }) => (date === null ? [{ name, domain, hint }] : [])),
  };
}
