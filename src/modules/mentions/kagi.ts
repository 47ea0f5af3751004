import { z } from 'zod';
import type { ProviderHttp } from '../../net/provider-http.js';
import { type MentionSource, MAX_RESULTS, failed } from './mention-source.js';
import { plainText } from './visible-text.js';

const answer = z.object({
  data: z.object({ search: z.array(z.object({ title: z.string().nullish(), url: z.string(), snippet: z.string().nullish() })) }),
});

/**
 * Kagi Search, version 1 of its API. A response without the list of results is malformed.
 *
 * @param options.url base URL, without a trailing slash
 */
export function createKagi(options: { readonly http: ProviderHttp; readonly key: string; readonly url: string }): MentionSource {
  const headers = { authorization: `Bearer ${options.key}` };
  return {
    name: 'kagi',
    async query(phrase, budget) {
      const question = { query: phrase, workflow: 'search', limit: MAX_RESULTS };
      const reply = await options.http.postJson(`${options.url}/api/v1/search`, question, { budget, headers });
      if (reply.silence !== undefined) return reply;
      const read = answer.safeParse(reply.body);
      if (!read.success) return failed('malformed');
      return {
        pages: read.data.data.search.map(({ title, url, snippet }) => ({
          title: plainText(title ?? ''),
          url,
          snippet: plainText(snippet ?? ''),
        })),
      };
    },
  };
}
