import { createHash } from 'node:crypto';
import type { Identity } from '../../../kernel/identity/identity.js';
import { neverAborts, sleep, withTimeout } from '../../../kernel/net/deadline.js';
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

/** Longest time for a proof, in milliseconds: lookups that wait for the same one have budgets of their own. */
const PROOF_TIMEOUT_MS = 5_000;

/** What an API has to show once a day before its "none" counts. @param prove resolves to why it does not count; null: it does */
export function onceADay(prove: (budget: Budget) => Promise<SourceFailed | null>): typeof prove {
  let provenUntil = 0;
  let underWay: Promise<SourceFailed | null> | null = null;
  async function proven(): Promise<SourceFailed | null> {
    const failure = await prove({ signal: neverAborts(), budgetMs: PROOF_TIMEOUT_MS });
    if (failure === null) provenUntil = performance.now() + DAY_MS;
    underWay = null;
    return failure;
  }
  return async ({ signal, budgetMs }) => {
    if (performance.now() < provenUntil) return null;
    underWay ??= proven();
    return withTimeout(underWay, budgetMs, () => failed('timeout'), signal);
  };
}

/**
 * Takes turns that are apart, as an API demands that counts its requests a second.
 *
 * @returns whether the turn came within the budget
 */
export function turnsApart(ms: number): (budget: Budget) => Promise<boolean> {
  let free = 0;
  return async ({ signal, budgetMs }) => {
    const waitMs = free - performance.now();
    if (waitMs >= budgetMs) return false;
    free = Math.max(free, performance.now()) + ms;
    return waitMs <= 0 || sleep(waitMs, signal);
  };
}

/** What providers are created with; `bulk` is a client for lists that are larger than a response. */
export interface ProviderClients {
  readonly http: ProviderHttp;
  readonly bulk: ProviderHttp;
  /** Milliseconds between two requests where a provider allows one a second; default: somewhat more than that. */
  readonly gapMs?: number | undefined;
}

/**
 * Hexadecimal digest of an e-mail address, as providers of breaches make it: of the address in lower case.
 *
 * @returns null for an address beyond ASCII: a provider may encode or fold it otherwise, and would then say "none" of another one
 */
export function addressDigest(algorithm: 'sha1' | 'sha256', address: string): string | null {
  return /^[\x21-\x7e]+$/.test(address) ? createHash(algorithm).update(address.toLowerCase()).digest('hex') : null;
}
