import { z } from 'zod';
import { readLeakCheck } from '../../domain/breaches/leak-check.js';
import { IN_NONE } from '../../domain/breaches/source-answer.js';
import type { ProviderHttp } from '../provider-http.js';
import { type BreachReply, type BreachSource, silent } from './breach-source.js';

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
    async ask({ type, value }, patience): Promise<BreachReply> {
      if (type === 'phone') return silent('not_applicable');
      const reply = await options.http.getJson(`${options.url}?check=${encodeURIComponent(value)}`, { patience, expect: [404] });
      if (reply.silence !== undefined) return reply;
      if (none.safeParse(reply.body).success) return IN_NONE;
      const read = found.safeParse(reply.body);
      if (!read.success || reply.status === 404) return silent('malformed');
      const { found: count, sources = [] } = read.data;
      if (count === 0 && sources.length === 0) return IN_NONE;
      // Found, but without the names of the breaches: neither "in none" nor a breach.
      return sources.length === 0 ? silent('unknown') : readLeakCheck(sources);
    },
  };
}
