import { z } from 'zod';
import { withTimeout } from '../../../kernel/net/deadline.js';
import { HOUR_MS } from '../../../kernel/values/durations.js';
import type { Budget } from '../../../kernel/values/source.js';
import { type HibpBreach, NO_BREACHES, readHibp, type UndatedBreach } from '../source-results.js';
import { addressDigest, type BreachReply, type BreachSource, failed, onceADay, type ProviderClients } from './breach-source.js';
import { publishedList } from './published-list.js';

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
    IsSensitive: z.boolean().optional(),
    DataClasses: z.array(z.string()).optional(),
  }),
);
const dataClasses = z.array(z.string().min(1)).min(1);
/** Some 400 addresses share a prefix: an empty range, like a 404, tells of a wrong address or plan, and not that nobody is in it. */
const range = z.array(z.object({ hashSuffix: z.string().regex(/^[0-9a-f]{34}$/i), websites: z.array(z.string().min(1)) })).min(1);

/** Hexadecimal digits of the SHA-1 that a range is asked by. */
const PREFIX_DIGITS = 6;
/** Part of the budget kept for returning the result, in milliseconds. */
const MARGIN_MS = 100;

interface HibpOptions extends ProviderClients {
  readonly key: string;
  /** Base URL, without a trailing slash. */
  readonly url: string;
}
type Query = (address: string, budget: Budget) => Promise<BreachReply>;

/** Have I Been Pwned, version 3: e-mail addresses only. @param options.wholeAddress the operator lets it see whole addresses */
export function createHibp(options: HibpOptions & { readonly wholeAddress: boolean }): BreachSource {
  const query = options.wholeAddress ? byAddress(options) : byRange(options);
  return {
    name: 'haveibeenpwned',
    query: async ({ type, value }, budget) => (type === 'email' ? query(value, budget) : failed('not_applicable')),
  };
}

/**
 * By k-anonymity: it sees six digits of the SHA-1, and names the breaches of every address that has them. What these breaches are comes
 * from the list of all of them: to ask for single ones would tell which address of the range was meant.
 */
function byRange({ http, bulk, key, url }: HibpOptions): Query {
  const known = publishedList<ReadonlyMap<string, HibpBreach>>({
    bulk,
    url: `${url}/breaches`,
    ttlMs: HOUR_MS,
    none: new Map(),
    read: (body) => {
      const read = breaches.safeParse(body);
      return read.success && read.data.length > 0 ? new Map(read.data.map((each) => [each.Name, each])) : null;
    },
  });
  return async (address, budget) => {
    const digest = addressDigest('sha1', address);
    if (digest === null) return failed('not_applicable');
    const begun = performance.now();
    const fetched = known.fetch();
    const headers = { 'hibp-api-key': key };
    const reply = await http.getJson(`${url}/breachedaccount/range/${digest.slice(0, PREFIX_DIGITS)}`, { budget, headers });
    if (reply.failure !== undefined) return reply;
    const read = range.safeParse(reply.body);
    if (!read.success || reply.status !== 200) return failed('malformed');
    const own = read.data.filter(({ hashSuffix }) => hashSuffix.toLowerCase() === digest.slice(PREFIX_DIGITS));
    if (own.length === 0) return NO_BREACHES;
    const names = [...new Set(own.flatMap(({ websites }) => websites))];
    // Listed, but in no breach that has a name: neither "in none" nor a breach.
    if (names.length === 0) return failed('unknown');
    await withTimeout(fetched, budget.budgetMs - (performance.now() - begun) - MARGIN_MS, () => null);
    const list = known.current();
    const unlisted = names.filter((name) => !list.has(name)).map((name) => ({ name, domain: null, hint: null }));
    return replyOf(
      names.flatMap((name) => list.get(name) ?? []),
      unlisted,
    );
  };
}

/** A sensitive breach is neither shown nor denied: of who is in no other one it is not said that they are in none. */
function replyOf(listing: readonly HibpBreach[], unlisted: readonly UndatedBreach[] = []): BreachReply {
  const { breaches: dated, undated } = readHibp(listing);
  const all = [...undated, ...unlisted];
  const hidesAll = dated.length + all.length === 0 && listing.some(({ IsSensitive }) => IsSensitive);
  return hidesAll ? failed('unknown') : { breaches: dated, undated: all };
}

/**
 * By the whole address. "In none" is a bare 404, which any wrong URL returns too: it counts only while the base URL is verified, once a
 * day, by requesting a free list of the same service.
 */
function byAddress({ http, key, url }: HibpOptions): Query {
  const headers = { 'hibp-api-key': key };
  const asTheService = onceADay(async (budget) => {
    const reply = await http.getJson(`${url}/dataclasses`, { budget, headers });
    return reply.failure === undefined && dataClasses.safeParse(reply.body).success ? null : failed('malformed');
  });

  return async (address, budget) => {
    const path = `/breachedaccount/${encodeURIComponent(address)}?truncateResponse=false`;
    const reply = await http.getJson(`${url}${path}`, { budget, headers, expectedStatuses: [404] });
    if (reply.failure !== undefined) return reply;
    if (reply.status === 404) return (await asTheService(budget)) ?? NO_BREACHES;
    const read = breaches.safeParse(reply.body);
    return read.success ? replyOf(read.data) : failed('malformed');
  };
}
