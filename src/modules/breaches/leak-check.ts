import { z } from 'zod';
import { readLeakCheck, NO_BREACHES } from '../../domain/breaches/source-results.js';
import type { ProviderHttp } from '../../net/provider-http.js';
import { type BreachReply, type BreachSource, failed } from './breach-source.js';

const found = z.object({
  success: z.literal(true),
  found: z.number().int().min(0),
  sources: z.array(z.object({ name: z.string().min(1), date: z.string().nullish() })).optional(),
});
const none = z.object({ success: z.literal(false), error: z.string().regex(/^not found/i) });

/**
 * LeakCheck's public API: e-mail addresses and usernames, names of breaches with months.
 *
 * @param options.url URL of the API
 */
export function createLeakCheck(options: { readonly http: ProviderHttp; readonly url: string }): BreachSource {
  return {
    name: 'leakcheck',
    async query({ type, value }, budget): Promise<BreachReply> {
      if (type === 'phone') return failed('not_applicable');
      const reply = await options.http.getJson(`${options.url}?check=${encodeURIComponent(value)}`, {
        budget,
        expectedStatuses: [404],
      });
      if (reply.silence !== undefined) return reply;
      if (none.safeParse(reply.body).success) return NO_BREACHES;
      const read = found.safeParse(reply.body);
      if (!read.success || reply.status === 404) return failed('malformed');
      const { found: count, sources = [] } = read.data;
      if (count === 0 && sources.length === 0) return NO_BREACHES;
      // Found, but without the names of the breaches: neither "in none" nor a breach.
      return sources.length === 0 ? failed('unknown') : readLeakCheck(sources);
    },
  };
}
