import { z } from 'zod';
import type { SourceFailure } from '../../domain/lookup/enrichment-ports.js';
import type { ProviderHttp } from '../../net/provider-http.js';
import { type MentionSource, MAX_RESULTS, failed } from './mention-source.js';
import { plainText } from './visible-text.js';

const answer = z.object({
  response: z.object({
    status: z.literal('OK'),
    results: z.array(z.object({ title: z.string().nullish(), url: z.string(), desc: z.string().nullish() })),
  }),
});
const refusal = z.object({ response: z.object({ status: z.string() }) });

/**
 * Mojeek. It refuses with status 200 and a message. The key is in the URL, which is why no URL of a provider is ever logged.
 *
 * @param options.url base URL, without a trailing slash
 */
export function createMojeek(options: { readonly http: ProviderHttp; readonly key: string; readonly url: string }): MentionSource {
  return {
    name: 'mojeek',
    async query(phrase, budget) {
      const query = new URLSearchParams({ q: phrase, fmt: 'json', t: String(MAX_RESULTS), api_key: options.key });
      const reply = await options.http.getJson(`${options.url}/search?${query}`, { budget });
      if (reply.silence !== undefined) return reply;
      const read = answer.safeParse(reply.body);
      if (!read.success) return failed(refusalOf(reply.body));
      const { results } = read.data.response;
      return { pages: results.map(({ title, url, desc }) => ({ title: plainText(title ?? ''), url, snippet: plainText(desc ?? '') })) };
    },
  };
}

function refusalOf(body: unknown): SourceFailure {
  const read = refusal.safeParse(body);
  if (!read.success || read.data.response.status === 'OK') return 'malformed';
  if (/limit/i.test(read.data.response.status)) return 'rate_limited';
  return /key|auth|denied/i.test(read.data.response.status) ? 'unauthorized' : 'refused';
}
