import { createHash } from 'node:crypto';
import type { Identity } from '../../../kernel/identity/identity.js';
import type { SourceFailure } from '../../../kernel/values/source.js';
import type { ProviderHttp } from '../../provider-http.js';
import type { Source, SourceFailed } from '../../query-sources.js';
import type { BreachSourceResult, KnownDates } from '../source-results.js';

export interface BreachSource extends Source<Identity, BreachSourceResult> {
  /** Full dates for breaches of these names (`breachKey`), for records of other sources that have none. */
  dates?(keys: readonly string[]): Promise<KnownDates>;
}

export type BreachReply = BreachSourceResult | SourceFailed;

export const failed = (failure: SourceFailure): SourceFailed => ({ failure });

/** What providers are created with; `bulk` is a client for lists that are larger than a response. */
export interface ProviderClients {
  readonly http: ProviderHttp;
  readonly bulk: ProviderHttp;
}

/**
 * Hexadecimal digest of an e-mail address, as providers of breaches make it: of the address in lower case.
 *
 * @returns null for an address beyond ASCII: a provider may encode or fold it otherwise, and would then say "none" of another one
 */
export function addressDigest(algorithm: 'sha1' | 'sha256', address: string): string | null {
  return /^[\x21-\x7e]+$/.test(address) ? createHash(algorithm).update(address.toLowerCase()).digest('hex') : null;
}
