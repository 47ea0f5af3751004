/** The operator's own breach index: what a search and an import need of it. Implemented in `repositories`. */
import type { KnownBreach } from '../enrichment-ports.js';
import type { QueryType } from '../identity.js';
import type { KnownDates } from './merge-breaches.js';

/** An entry found under a prefix; whose digest it is, the caller compares. */
export interface IndexedDigest {
  readonly digest: Uint8Array;
  readonly breach: KnownBreach;
}

export interface IndexHoldings {
  /** Kinds of identity that it holds anything of; of the others it cannot say "none". */
  readonly kinds: ReadonlySet<QueryType>;
  /** Whether every import that was begun has come to its end: until then it cannot say "none" at all. */
  readonly whole: boolean;
}

export interface BreachIndex {
  /**
   * All entries whose digest begins with these bytes. The whole digest never leaves the process, so that no log of the
   * database tells who was asked about.
   */
  byPrefix(prefix: Uint8Array): Promise<readonly IndexedDigest[]>;
  /** What it can speak of. */
  holdings(): Promise<IndexHoldings>;
  /** Dates of the breaches of these names (`breachKey`). */
  datesOf(keys: readonly string[]): Promise<KnownDates>;
}

/** A breach as a file names it. */
export interface NamedBreach {
  readonly name: string;
  readonly date: string;
  readonly domain: string | null;
}

export interface IndexEntry {
  readonly breach: NamedBreach;
  readonly kind: QueryType;
  readonly digest: Uint8Array;
}

export interface ListedBreach extends NamedBreach {
  readonly kinds: readonly QueryType[];
  readonly records: number;
}

export interface BreachImportStore {
  /** Lines of this file that earlier imports dealt with. @param fingerprint of the file and what was said about it */
  progress(fingerprint: string): Promise<number>;
  /**
   * Stores entries and how far the import is, in one transaction. Entries that are there already are left.
   *
   * @param lines of the file dealt with when these entries are stored
   * @returns how many entries are new
   */
  store(fingerprint: string, lines: number, entries: readonly IndexEntry[]): Promise<number>;
  finish(fingerprint: string): Promise<void>;
  /** Imports that were begun and have not come to their end. */
  unfinished(): Promise<number>;
  list(): Promise<readonly ListedBreach[]>;
  /** @returns whether there was such a breach */
  remove(name: string, date: string): Promise<boolean>;
}
