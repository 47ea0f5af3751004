import { z } from 'zod';
import { type KnownDates, NO_BREACHES, readLeakCheck, readXposed, readXposedCatalogue } from '../source-results.js';
import { DAY_MS } from '../../../kernel/values/durations.js';
import type { Budget } from '../../../kernel/values/source.js';
import { withTimeout } from '../../../kernel/net/deadline.js';
import { type ConfiguredSource, withoutTrailingSlash } from '../../configured-sources.js';
import { isSourceFailed } from '../../query-sources.js';
import { addressDigest, type BreachReply, type BreachSource, failed, onceADay, type ProviderClients, turnsApart } from './breach-source.js';
import { createHibp } from './have-i-been-pwned.js';
import { publishedList } from './published-list.js';

/** The providers that the breaches module can query, in order of trust. */
export const PROVIDERS: readonly ConfiguredSource<ProviderClients, BreachSource>[] = [
  {
    name: 'haveibeenpwned',
    settings: ['HIBP_API_KEY', 'HIBP_WHOLE_ADDRESS'],
    licence: 'CC BY 4.0',
    credit: 'Breach data from Have I Been Pwned (https://haveibeenpwned.com)',
    configure: ({ HIBP_API_KEY: key, HIBP_URL: url, HIBP_WHOLE_ADDRESS: wholeAddress }) =>
      key === undefined ? null : (clients) => createHibp({ ...clients, key, url: withoutTrailingSlash(url), wholeAddress }),
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
      LEAKCHECK ? ({ http, gapMs }) => createLeakCheck({ http, gapMs, url: withoutTrailingSlash(url) }) : null,
  },
];

const leakCheckFound = z.object({
  success: z.literal(true),
  found: z.number().int().min(0),
  sources: z.array(z.object({ name: z.string().min(1), date: z.string().nullish() })).optional(),
});
const leakCheckNone = z.object({ success: z.literal(false), error: z.string().regex(/^not found/i) });

/** Hexadecimal digits of an address's SHA-256 that LeakCheck is asked by. */
const LEAKCHECK_DIGITS = 24;
/** The example of its documentation, which it lists: an API that does not find it by digest would say "not found" of everybody. */
const LEAKCHECK_SAMPLE = 'example@example.com';
/** It allows one request a second, in milliseconds; the rest is for the way there. */
const LEAKCHECK_GAP_MS = 1_100;

/**
 * LeakCheck's public API: usernames, and e-mail addresses by digest; names of breaches with months. An address is asked about only while
 * the API is known to find one by its digest, which is tried once a day.
 *
 * @param options.url URL of the API
 */
function createLeakCheck(options: Pick<ProviderClients, 'http' | 'gapMs'> & { readonly url: string }): BreachSource {
  const turn = turnsApart(options.gapMs ?? LEAKCHECK_GAP_MS);

  async function check(term: string, budget: Budget): Promise<BreachReply> {
    if (!(await turn(budget))) return failed('timeout');
    const url = `${options.url}?check=${encodeURIComponent(term)}`;
    const reply = await options.http.getJson(url, { budget, expectedStatuses: [404] });
    if (reply.failure !== undefined) return reply;
    if (leakCheckNone.safeParse(reply.body).success) return NO_BREACHES;
    const read = leakCheckFound.safeParse(reply.body);
    if (!read.success || reply.status === 404) return failed('malformed');
    const { found: count, sources = [] } = read.data;
    if (count === 0 && sources.length === 0) return NO_BREACHES;
    // Found, but without the names of the breaches: neither "in none" nor a breach.
    return sources.length === 0 ? failed('unknown') : readLeakCheck(sources);
  }

  const term = (address: string): string | null => addressDigest('sha256', address)?.slice(0, LEAKCHECK_DIGITS) ?? null;
  const byDigest = onceADay(async (budget) => {
    const known = await check(term(LEAKCHECK_SAMPLE) ?? '', budget);
    if (isSourceFailed(known)) return known;
    return known.breaches.length + known.undated.length === 0 ? failed('unknown') : null;
  });

  async function checkAddress(address: string, budget: Budget): Promise<BreachReply> {
    const own = term(address);
    return own === null ? failed('not_applicable') : ((await byDigest(budget)) ?? check(own, budget));
  }

  return {
    name: 'leakcheck',
    async query({ type, value }, budget): Promise<BreachReply> {
      if (type === 'phone') return failed('not_applicable');
      return type === 'email' ? checkAddress(value, budget) : check(value, budget);
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
          xposed_data: z.string().nullish(),
        }),
      ),
    })
    .nullable(),
});
const xposedNone = z.object({ Error: z.string().regex(/not found/i) });
const xposedCatalogue = z.object({
  exposedBreaches: z.array(z.object({ breachID: z.string().min(1), breachedDate: z.string().nullish() })).min(1),
});

const NO_DATES: KnownDates = new Map();
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
  const dates = publishedList<KnownDates>({
    bulk,
    url: `${url}/v1/breaches`,
    ttlMs: DAY_MS,
    none: NO_DATES,
    read: (body) => {
      const read = xposedCatalogue.safeParse(body);
      return read.success ? readXposedCatalogue(read.data.exposedBreaches) : null;
    },
  });

  return {
    name: 'xposedornot',
    async query({ type, value }, budget): Promise<BreachReply> {
      if (type !== 'email') return failed('not_applicable');
      const begun = performance.now();
      const known = dates.fetch();
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
      return readXposed(details, dates.current());
    },
    dates: async () => dates.current(),
  };
}
