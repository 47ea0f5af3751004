import { z } from 'zod';
import type { SourceFailure } from '../../../kernel/values/source.js';
import type { FoundPage } from '../web-mention.js';
import type { ProviderHttp } from '../../provider-http.js';
import { type ConfiguredSource, withoutTrailingSlash } from '../../configured-sources.js';
import type { Source, SourceFailed } from '../../query-sources.js';
import { snippetText } from './visible-text.js';

/** Pages that a search engine found, best first; an empty list: it found none. */
export interface FoundPages {
  readonly pages: readonly FoundPage[];
}

/** One search engine, queried for a phrase in quotes. */
export type MentionSource = Source<string, FoundPages>;

/** The search engines that the mentions module can query. */
export const SEARCH_ENGINES: readonly ConfiguredSource<{ readonly http: ProviderHttp }, MentionSource>[] = [
  {
    name: 'searxng',
    settings: ['SEARXNG_URL'],
    licence: 'terms of the instance and of the engines that it queries',
    configure: ({ SEARXNG_URL: url }) => (url === undefined ? null : ({ http }) => createSearxng({ http, url: withoutTrailingSlash(url) })),
  },
  {
    name: 'brave',
    settings: ['BRAVE_API_KEY'],
    licence: 'terms of the Brave Search API',
    configure: ({ BRAVE_API_KEY: key, BRAVE_URL: url }) =>
      key === undefined ? null : ({ http }) => createBrave({ http, key, url: withoutTrailingSlash(url) }),
  },
  {
    name: 'mojeek',
    settings: ['MOJEEK_API_KEY'],
    licence: 'terms of the Mojeek Search API',
    configure: ({ MOJEEK_API_KEY: key, MOJEEK_URL: url }) =>
      key === undefined ? null : ({ http }) => createMojeek({ http, key, url: withoutTrailingSlash(url) }),
  },
  {
    name: 'kagi',
    settings: ['KAGI_API_KEY'],
    licence: 'terms of the Kagi Search API',
    configure: ({ KAGI_API_KEY: key, KAGI_URL: url }) =>
      key === undefined ? null : ({ http }) => createKagi({ http, key, url: withoutTrailingSlash(url) }),
  },
];

export const failed = (failure: SourceFailure): SourceFailed => ({ failure });

/** Results requested at once; no search engine gives more on one page. */
export const MAX_RESULTS = 20;

const braveAnswer = z.object({
  type: z.literal('search'),
  query: z.object({ original: z.string(), altered: z.string().nullish() }),
  web: z.object({ results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().nullish() })) }).nullish(),
});

/**
 * Brave Search. A response to an altered query is discarded: it is about something else.
 *
 * @param options.url base URL, without a trailing slash
 */
function createBrave(options: { readonly http: ProviderHttp; readonly key: string; readonly url: string }): MentionSource {
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
      if (reply.failure !== undefined) return reply;
      const read = braveAnswer.safeParse(reply.body);
      if (!read.success) return failed('malformed');
      const { query: echoed, web } = read.data;
      if (echoed.altered !== null && echoed.altered !== undefined && echoed.altered !== phrase) return failed('unknown');
      const results = web?.results ?? [];
      return {
        pages: results.map(({ title, url, description }) => ({ title: snippetText(title), url, snippet: snippetText(description ?? '') })),
      };
    },
  };
}

const kagiAnswer = z.object({
  data: z.object({ search: z.array(z.object({ title: z.string().nullish(), url: z.string(), snippet: z.string().nullish() })) }),
});

/**
 * Kagi Search, version 1 of its API. A response without the list of results is malformed.
 *
 * @param options.url base URL, without a trailing slash
 */
function createKagi(options: { readonly http: ProviderHttp; readonly key: string; readonly url: string }): MentionSource {
  const headers = { authorization: `Bearer ${options.key}` };
  return {
    name: 'kagi',
    async query(phrase, budget) {
      const parameters = { query: phrase, workflow: 'search', limit: MAX_RESULTS };
      const reply = await options.http.postJson(`${options.url}/api/v1/search`, parameters, { budget, headers });
      if (reply.failure !== undefined) return reply;
      const read = kagiAnswer.safeParse(reply.body);
      if (!read.success) return failed('malformed');
      return {
        pages: read.data.data.search.map(({ title, url, snippet }) => ({
          title: snippetText(title ?? ''),
          url,
          snippet: snippetText(snippet ?? ''),
        })),
      };
    },
  };
}

const mojeekAnswer = z.object({
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
function createMojeek(options: { readonly http: ProviderHttp; readonly key: string; readonly url: string }): MentionSource {
  return {
    name: 'mojeek',
    async query(phrase, budget) {
      const query = new URLSearchParams({ q: phrase, fmt: 'json', t: String(MAX_RESULTS), api_key: options.key });
      const reply = await options.http.getJson(`${options.url}/search?${query}`, { budget });
      if (reply.failure !== undefined) return reply;
      const read = mojeekAnswer.safeParse(reply.body);
      if (!read.success) return failed(refusalOf(reply.body));
      const { results } = read.data.response;
      return { pages: results.map(({ title, url, desc }) => ({ title: snippetText(title ?? ''), url, snippet: snippetText(desc ?? '') })) };
    },
  };
}

function refusalOf(body: unknown): SourceFailure {
  const read = refusal.safeParse(body);
  if (!read.success || read.data.response.status === 'OK') return 'malformed';
  if (/limit/i.test(read.data.response.status)) return 'rate_limited';
  return /key|auth|denied/i.test(read.data.response.status) ? 'unauthorized' : 'refused';
}

const searxngAnswer = z.object({
  results: z.array(z.object({ title: z.string().nullish(), url: z.string(), content: z.string().nullish() })),
  unresponsive_engines: z.array(z.unknown()).optional(),
});

/**
 * A SearXNG instance, which queries other search engines. No results while some of them did not respond do not count as "none".
 *
 * @param options.url base URL, without a trailing slash
 */
function createSearxng(options: { readonly http: ProviderHttp; readonly url: string }): MentionSource {
  return {
    name: 'searxng',
    async query(phrase, budget) {
      const query = new URLSearchParams({ q: phrase, format: 'json', safesearch: '0', categories: 'general' });
      const reply = await options.http.getJson(`${options.url}/search?${query}`, { budget });
      if (reply.failure !== undefined) return reply;
      const read = searxngAnswer.safeParse(reply.body);
      if (!read.success) return failed('malformed');
      const { results, unresponsive_engines: failedEngines = [] } = read.data;
      if (results.length === 0 && failedEngines.length > 0) return failed('unknown');
      return {
        pages: results.map(({ title, url, content }) => ({ title: snippetText(title ?? ''), url, snippet: snippetText(content ?? '') })),
      };
    },
  };
}
