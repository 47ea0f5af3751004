import { z } from 'zod';
import { readHibp, NO_BREACHES } from '../../domain/breaches/source-results.js';
import type { Budget } from '../../domain/lookup/enrichment-ports.js';
import type { ProviderHttp } from '../../net/provider-http.js';
import { type BreachReply, type BreachSource, failed } from './breach-source.js';

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
export function createHibp(options: { readonly http: ProviderHttp; readonly key: string; readonly url: string }): BreachSource {
  const { http, url } = options;
  const headers = { 'hibp-api-key': options.key };
  let trustedUntil = 0;

  async function isTheService(budget: Budget): Promise<boolean> {
    if (performance.now() < trustedUntil) return true;
    const reply = await http.getJson(`${url}/dataclasses`, { budget, headers });
    const verified = reply.silence === undefined && dataClasses.safeParse(reply.body).success;
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
      if (reply.silence !== undefined) return reply;
      if (reply.status === 404) return (await isTheService(budget)) ? NO_BREACHES : failed('malformed');
      const read = breaches.safeParse(reply.body);
      return read.success ? readHibp(read.data) : failed('malformed');
    },
  };
}
