import { createHash } from 'node:crypto';
import type { Identity } from '../../../kernel/identity/identity.js';
import { DAY_MS } from '../../../kernel/values/durations.js';
import type { Budget, SourceFailure } from '../../../kernel/values/source.js';
import type { ProviderHttp } from '../../provider-http.js';
import type { Source, SourceFailed } from '../../query-sources.js';
import type { BreachSourceResult, KnownDates } from '../source-results.js';

export interface BreachSource extends Source<Identity, BreachSourceResult> {
  /** Full dates for breaches of these names (`breachKey`), for records of other sources that have none. */
  dates?(keys: readonly string[]): Promise<KnownDates>;
}

export type BreachReply = BreachSourceResult | SourceFailed;

export const failed = (failure: SourceFailure): SourceFailed => ({ failure });

/** What an API has to show once a day before its "none" counts. @param prove resolves to why it does not count; null: it does */
export function onceADay(prove: (budget: Budget) => Promise<SourceFailed | null>): typeof prove {
  let provenUntil = 0;
  return async (budget) => {
    if (performance.now() < provenUntil) return null;
    const failure = await prove(budget);
    if (failure === null) provenUntil = performance.now() + DAY_MS;
    return failure;
  };
}

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
