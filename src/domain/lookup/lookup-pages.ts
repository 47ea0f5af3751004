import type { Lookup } from './lookup.js';

/** A lookup as v2's list shows it. Its counts are those of its finish; 0 before. */
export interface ListedLookup
  extends Pick<Lookup, 'id' | 'kind' | 'state' | 'query' | 'queryType' | 'subjects' | 'rawIdentities' | 'acceptedAt' | 'finishedAt'> {
  readonly platformsChecked: number;
  readonly matches: number;
  readonly socialMatches: number;
}

/** Cursor in the list of an account's lookups, whose order is total: by acceptance, then by id, latest first. */
export type LookupCursor = Pick<Lookup, 'acceptedAt' | 'id'>;

/** Pages of an account's lookups, single checks included. */
export interface LookupPages {
  /** @param page.after the last lookup of the page before; null for the first page */
  page(accountId: string, page: { limit: number; after: LookupCursor | null }): Promise<ListedLookup[]>;
}
