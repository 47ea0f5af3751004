import { z } from 'zod';
import type { ProviderHttp } from '../../net/provider-http.js';
import { type MentionSource, failed } from './mention-source.js';
import { plainText } from './visible-text.js';

const answer = z.object({
  results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
  unresponsive_engines: z.array(z.unknown()).optional(),
});

/**
 * A SearXNG instance, which queries other search engines. No results while some of them did not respond do not count as "none".
 *
 * @param options.url base URL, without a trailing slash
 */
export function createSearxng(options: { readonly http: ProviderHttp; readonly url: string }): MentionSource {
  return {
    name: 'searxng',
    async query(phrase, budget) {
      const query = new URLSearchParams({ q: phrase, format: 'json', safesearch: '0', categories: 'general' });
      const reply = await options.http.getJson(`${options.url}/search?${query}`, { budget });
      if (reply.silence !== undefined) return reply;
      const read = answer.safeParse(reply.body);
      if (!read.success) return failed('malformed');
      const { results, unresponsive_engines: unheard = [] } = read.data;
      if (results.length === 0 && unheard.length > 0) return failed('unknown');
      return {
        pages: results.map(({ title, url, content }) => ({ title: plainText(title ?? ''), url, snippet: plainText(content ?? '') })),
      };
    },
  };
}
