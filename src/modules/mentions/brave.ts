import { z } from 'zod';
import type { ProviderHttp } from '../../net/provider-http.js';
import { type MentionSource, MAX_RESULTS, failed } from './mention-source.js';
import { plainText } from './visible-text.js';

const answer = z.object({
  type: z.literal('search'),
  query: z.object({ original: z.string(), altered: z.string().nullish() }),
  web: z.object({ results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().nullish() })) }).nullish(),
});

/**
 * Brave Search. A response to an altered query is discarded: it is about something else.
 *
 * @param options.url base URL, without a trailing slash
 */
export function createBrave(options: { readonly http: ProviderHttp; readonly key: string; readonly url: string }): MentionSource {
  const headers = { 'x-subscription-token': options.key };
  return {
    name: 'brave',
    async query(phrase, budget) {
      const query = new URLSearchParams({
        q: phrase,
        count: String(MAX_RESULTS),
        spellcheck: 'false',
        safesearch: 'off',
        result_filter: 'web',
      });
      const reply = await options.http.getJson(`${options.url}/res/v1/web/search?${query}`, { budget, headers });
      if (reply.silence !== undefined) return reply;
      const read = answer.safeParse(reply.body);
      if (!read.success) return failed('malformed');
      const { query: asked, web } = read.data;
      if (asked.altered !== null && asked.altered !== undefined && asked.altered !== phrase) return failed('unknown');
      const results = web?.results ?? [];
      return {
        pages: results.map(({ title, url, description }) => ({ title: plainText(title), url, snippet: plainText(description ?? '') })),
      };
    },
  };
}
