import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import {
  type BreachSourceResult,
  type KnownDates,
  NO_BREACHES,
  readHibp,
  readLeakCheck,
  readXposed,
  readXposedCatalogue,
} from '../source-results.js';
import type { Identity } from '../../../kernel/identity/identity.js';
import type { Budget, SourceFailure } from '../../../kernel/values/source.js';
import { neverAborts, withTimeout } from '../../../kernel/net/deadline.js';
import type { ProviderHttp } from '../../provider-http.js';
import { type ConfiguredSource, withoutTrailingSlash } from '../../configured-sources.js';
import type { Source, SourceFailed } from '../../query-sources.js';

export interface BreachSource extends Source<Identity, BreachSourceResult> {
  /** Full dates for breaches of these names (`breachKey`), for records of other sources that have none. */
  dates?(keys: readonly string[]): Promise<KnownDates>;
}

/** What providers are created with; `bulk` is a client for lists that are larger than a response. */
interface ProviderClients {
  readonly http: ProviderHttp;
  readonly bulk: ProviderHttp;
}

/** The providers that the breaches module can query, in order of trust. */
export const PROVIDERS: readonly ConfiguredSource<ProviderClients, BreachSource>[] = [
  {
    name: 'haveibeenpwned',
    settings: ['HIBP_API_KEY'],
    licence: 'CC BY 4.0',
    credit: 'Breach data from Have I Been Pwned (https://haveibeenpwned.com)',
    configure: ({ HIBP_API_KEY: key, HIBP_URL: url }) =>
      key === undefined ? null : ({ http }) => createHibp({ http, key, url: withoutTrailingSlash(url) }),
  },
  {
    name: 'xposedornot',
    settings: ['XPOSEDORNOT'],
    licence: 'terms of XposedOrNot',
    credit: 'Breach data from XposedOrNot (https://xposedornot.com)',
    configure: ({ XPOSEDORNOT, XPOSEDORNOT_URL: url }) =>
      XPOSEDORNOT ? (clients) => createXposedOrNot({ ...clients, url: withoutTrailingSlash(url) }) : null,
  },
  {
    name: 'leakcheck',
    settings: ['LEAKCHECK'],
    licence: 'terms of LeakCheck',
    credit: 'Powered by LeakCheck (https://leakcheck.io)',
    configure: ({ LEAKCHECK, LEAKCHECK_URL: url }) =>
      LEAKCHECK ? ({ http }) => createLeakCheck({ http, url: withoutTrailingSlash(url) }) : null,
  },
];

export type BreachReply = BreachSourceResult | SourceFailed;

export const failed = (failure: SourceFailure): SourceFailed => ({ failure });

const breaches = z.array(
  z.object({
    Name: z.string().min(1),
    Title: z.string(),
    Domain: z.string(),
    BreachDate: z.string(),
    IsVerified: z.boolean(),
    IsFabricated: z.boolean(),
    IsRetired: z.boolean(),
    IsSpamList: z.boolean().optional(),
    IsStealerLog: z.boolean().optional(),
  }),
);
const dataClasses = z.array(z.string().min(1)).min(1);

/** How long a verified base URL stays trusted, in milliseconds. */
const VERIFIED_TTL_MS = 24 * 3_600_000;

/**
 * Have I Been Pwned, version 3: e-mail addresses only. "In none" is a bare 404, which any wrong URL returns too. A 404 counts only while
 * the base URL is verified: once a day, by requesting a free list of the same service.
 *
 * @param options.url base URL, without a trailing slash
 */
function createHibp(options: { readonly http: ProviderHttp; readonly key: string; readonly url: string }): BreachSource {
  const { http, url } = options;
  const headers = { 'hibp-api-key': options.key };
  let trustedUntil = 0;

  async function isTheService(budget: Budget): Promise<boolean> {
    if (performance.now() < trustedUntil) return true;
    const reply = await http.getJson(`${url}/dataclasses`, { budget, headers });
    const verified = reply.failure === undefined && dataClasses.safeParse(reply.body).success;
    if (verified) trustedUntil = performance.now() + VERIFIED_TTL_MS;
    return verified;
  }

  return {
    name: 'haveibeenpwned',
    async query({ type, value }, budget): Promise<BreachReply> {
      if (type !== 'email') return failed('not_applicable');
      const reply = await http.getJson(`${url}/breachedaccount/${encodeURIComponent(value)}?truncateResponse=false`, {
        budget,
        headers,
        expectedStatuses: [404],
      });
      if (reply.failure !== undefined) return reply;
      if (reply.status === 404) return (await isTheService(budget)) ? NO_BREACHES : failed('malformed');
      const read = breaches.safeParse(reply.body);
      return read.success ? readHibp(read.data) : failed('malformed');
    },
  };
}

const leakCheckFound = z.object({
  success: z.literal(true),
  found: z.number().int().min(0),
  sources: z.array(z.object({ name: z.string().min(1), date: z.string().nullish() })).optional(),
});
const leakCheckNone = z.object({ success: z.literal(false), error: z.string().regex(/^not found/i) });

/**
 * LeakCheck's public API: e-mail addresses and usernames, names of breaches with months.
 *
 * @param options.url URL of the API
 */
function createLeakCheck(options: { readonly http: ProviderHttp; readonly url: string }): BreachSource {
  return {
    name: 'leakcheck',
    async query({ type, value }, budget): Promise<BreachReply> {
      if (type === 'phone') return failed('not_applicable');
      const reply = await options.http.getJson(`${options.url}?check=${encodeURIComponent(value)}`, {
        budget,
        expectedStatuses: [404],
      });
      if (reply.failure !== undefined) return reply;
      if (leakCheckNone.safeParse(reply.body).success) return NO_BREACHES;
      const read = leakCheckFound.safeParse(reply.body);
      if (!read.success || reply.status === 404) return failed('malformed');
      const { found: count, sources = [] } = read.data;
      if (count === 0 && sources.length === 0) return NO_BREACHES;
      // Found, but without the names of the breaches: neither "in none" nor a breach.
      return sources.length === 0 ? failed('unknown') : readLeakCheck(sources);
    },
  };
}

const xposedListed = z.object({
  ExposedBreaches: z
    .object({
      breaches_details: z.array(
        z.object({
          breach: z.string().min(1),
          domain: z.string().nullish(),
          xposed_date: z.union([z.string(), z.number()]).nullish(),
          verified: z.string().nullish(),
        }),
      ),
    })
    .nullable(),
});
const xposedNone = z.object({ Error: z.string().regex(/not found/i) });
const xposedCatalogue = z.object({
  exposedBreaches: z.array(z.object({ breachID: z.string().min(1), breachedDate: z.string().nullish() })).min(1),
});

const CATALOGUE_TTL_MS = 24 * 3_600_000;
/** Pause after the catalogue could not be fetched, in milliseconds. */
const FAILURE_BACKOFF_MS = 10 * 60_000;
const NO_DATES: KnownDates = new Map();
const CATALOGUE_TIMEOUT_MS = 20_000;
/** Longest wait for the catalogue after the response, in milliseconds: without it breaches lack dates; a late result is no result. */
const DATES_TIMEOUT_MS = 500;
/** Part of the budget kept for returning the result, in milliseconds. */
const MARGIN_MS = 100;

/**
 * XposedOrNot: e-mail addresses only. The list for an address has years only; the full dates are in the catalogue, which is fetched once a
 * day.
 *
 * @param options.url base URL, without a trailing slash
 * @param options.bulk client for the catalogue, which is larger than a response
 */
function createXposedOrNot(options: ProviderClients & { readonly url: string }): BreachSource {
  const { http, bulk, url } = options;
  /** An expired catalogue serves while the next one is fetched, and for as long as it cannot be. */
  const dates = new LRUCache<'catalogue', KnownDates>({
    max: 1,
    ttl: CATALOGUE_TTL_MS,
    allowStale: true,
    fetchMethod: async (_key, expired, { options }) => {
      const budget = { signal: neverAborts(), budgetMs: CATALOGUE_TIMEOUT_MS };
      const reply = await bulk.getJson(`${url}/v1/breaches`, { budget });
      const read = reply.failure === undefined ? xposedCatalogue.safeParse(reply.body) : null;
      if (read?.success) return readXposedCatalogue(read.data.exposedBreaches);
      options.ttl = FAILURE_BACKOFF_MS;
      return expired ?? NO_DATES;
    },
  });
  const current = (): KnownDates => dates.peek('catalogue') ?? NO_DATES;

  return {
    name: 'xposedornot',
    async query({ type, value }, budget): Promise<BreachReply> {
      if (type !== 'email') return failed('not_applicable');
      const begun = performance.now();
      const known = dates.fetch('catalogue');
      const reply = await http.getJson(`${url}/v1/breach-analytics?email=${encodeURIComponent(value)}`, {
        budget,
        expectedStatuses: [404],
      });
      if (reply.failure !== undefined) return reply;
      if (reply.status === 404) return xposedNone.safeParse(reply.body).success ? NO_BREACHES : failed('malformed');
      const read = xposedListed.safeParse(reply.body);
      if (!read.success) return failed('malformed');
      const details = read.data.ExposedBreaches?.breaches_details ?? [];
      if (details.length === 0) return NO_BREACHES;
      const left = budget.budgetMs - (performance.now() - begun) - MARGIN_MS;
      await withTimeout(known, Math.min(DATES_TIMEOUT_MS, left), () => null);
      return readXposed(details, current());
    },
    dates: async () => current(),
  };
}
