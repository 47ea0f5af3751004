import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type KnownDates, NO_BREACHES, readXposed, readXposedCatalogue } from '../../domain/breaches/source-results.js';
import { neverAborts, withTimeout } from '../../net/deadline.js';
import type { ProviderHttp } from '../../net/provider-http.js';
import { type BreachReply, type BreachSource, failed } from './breach-source.js';

const listed = z.object({
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
const none = z.object({ Error: z.string().regex(/not found/i) });
const catalogue = z.object({
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
export function createXposedOrNot(options: {
  readonly http: ProviderHttp;
  readonly bulk: ProviderHttp;
  readonly url: string;
}): BreachSource {
  const { http, bulk, url } = options;
  /** An expired catalogue serves while the next one is fetched, and for as long as it cannot be. */
  const dates = new LRUCache<'catalogue', KnownDates>({
    max: 1,
    ttl: CATALOGUE_TTL_MS,
    allowStale: true,
    fetchMethod: async (_key, expired, { options }) => {
      const budget = { signal: neverAborts(), budgetMs: CATALOGUE_TIMEOUT_MS };
      const reply = await bulk.getJson(`${url}/v1/breaches`, { budget });
      const read = reply.silence === undefined ? catalogue.safeParse(reply.body) : null;
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
      if (reply.silence !== undefined) return reply;
      if (reply.status === 404) return none.safeParse(reply.body).success ? NO_BREACHES : failed('malformed');
      const read = listed.safeParse(reply.body);
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
