/** Ports to the operator's own breach index, for searches and imports. Implemented in `db/breaches`. */
import { normalise } from '../../kernel/values/normalise.js';
import type { KnownBreach } from './breach.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import type { KnownDates } from './source-results.js';

/** An entry found by prefix; the caller compares the whole digest. */
export interface IndexedDigest {
  readonly digest: Uint8Array;
  readonly breach: KnownBreach;
}

export interface IndexCoverage {
  /** Query types that it has entries for; for the others it cannot answer "none". */
  readonly queryTypes: ReadonlySet<QueryType>;
  /** Whether every import that was started has finished: until then it cannot answer "none" at all. */
  readonly isComplete: boolean;
}

export interface BreachIndex {
  /**
   * All entries whose digest begins with these bytes. The whole digest never leaves the process, so that no log of the database shows
   * which identity was looked up.
   */
  findByPrefix(prefix: Uint8Array): Promise<readonly IndexedDigest[]>;
  /** Whether the entry was erased: nobody may then be told that it is in none. @param digest whole */
  isErased(digest: Uint8Array): Promise<boolean>;
  /** What the index covers. */
  coverage(): Promise<IndexCoverage>;
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
  readonly queryType: QueryType;
  readonly digest: Uint8Array;
}

export interface ListedBreach extends NamedBreach {
  readonly queryTypes: readonly QueryType[];
  readonly entryCount: number;
}

/**
 * The text whose SHA-256 is stored in the operator's index: query type and identity in lower case, because breaches hold what people
 * typed (`email:alice@example.com`). Digests made elsewhere are of the same text: `printf %s "email:…" | sha256sum`.
 *
 * @param value in normal form (`IdentityParser`)
 */
export function indexKey(type: QueryType, value: string): string {
  return `${type}:${normalise(value).toLowerCase()}`;
}
