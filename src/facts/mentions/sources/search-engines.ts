import { z } from 'zod';
import type { SourceFailure } from '../../../kernel/values/source.js';
import type { FoundPage } from '../web-mention.js';
import { type ProviderHttp, providerSource } from '../../provider-http.js';
import { type ConfiguredSource, withoutTrailingSlash } from '../../configured-sources.js';
import type { Source } from '../../query-sources.js';
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
    configure: ({ SEARXNG_URL: url }) => (url === undefined ? null : searxng(withoutTrailingSlash(url))),
  },
  {
    name: 'brave',
    settings: ['BRAVE_API_KEY'],
    licence: 'terms of the Brave Search API',
    configure: ({ BRAVE_API_KEY: key, BRAVE_URL: url }) => (key === undefined ? null : brave(withoutTrailingSlash(url), key)),
  },
  {
    name: 'mojeek',
    settings: ['MOJEEK_API_KEY'],
    licence: 'terms of the Mojeek Search API',
    configure: ({ MOJEEK_API_KEY: key, MOJEEK_URL: url }) => (key === undefined ? null : mojeek(withoutTrailingSlash(url), key)),
  },
  {
    name: 'kagi',
    settings: ['KAGI_API_KEY'],
    licence: 'terms of the Kagi Search API',
    configure: ({ KAGI_API_KEY: key, KAGI_URL: url }) => (key === undefined ? null : kagi(withoutTrailingSlash(url), key)),
  },
];

/** Results requested at once; no search engine gives more on one page. */
const MAX_RESULTS = 20;

/** A page as a search engine shows it: title and snippet are markup. */
const foundPage = (url: string, title: string | null | undefined, snippet: string | null | undefined): FoundPage => ({
  title: snippetText(title ?? ''),
  url,
  snippet: snippetText(snippet ?? ''),
});

const braveAnswer = z.object({
  type: z.literal('search'),
  query: z.object({ original: z.string(), altered: z.string().nullish() }),
  web: z.object({ results: z.array(z.object({ title: z.string(), url: z.string(), description: z.string().nullish() })) }).nullish(),
});

/** Brave Search. A response to an altered query is discarded: it is about something else. @param url base, without a trailing slash */
const brave = (url: string, key: string) =>
  providerSource<string, FoundPages>(
    'brave',
    (http, phrase, budget) => {
      const query = new URLSearchParams({
        q: phrase,
        count: String(MAX_RESULTS),
        spellcheck: 'false',
        safesearch: 'off',
        result_filter: 'web',
      });
      return http.getJson(`${url}/res/v1/web/search?${query}`, { budget, headers: { 'x-subscription-token': key } });
    },
    (body, phrase) => {
      const read = braveAnswer.safeParse(body);
      if (!read.success) return 'malformed';
      const { query, web } = read.data;
      if (query.altered !== null && query.altered !== undefined && query.altered !== phrase) return 'unknown';
      return { pages: (web?.results ?? []).map((each) => foundPage(each.url, each.title, each.description)) };
    },
  );

const kagiAnswer = z.object({
  data: z.object({ search: z.array(z.object({ title: z.string().nullish(), url: z.string(), snippet: z.string().nullish() })) }),
});

/** Kagi Search, version 1. A response without the list of results is malformed. @param url base, without a trailing slash */
const kagi = (url: string, key: string) =>
  providerSource<string, FoundPages>(
    'kagi',
    (http, phrase, budget) => {
      const search = { query: phrase, workflow: 'search', limit: MAX_RESULTS };
      return http.postJson(`${url}/api/v1/search`, search, { budget, headers: { authorization: `Bearer ${key}` } });
    },
    (body) => {
      const read = kagiAnswer.safeParse(body);
      if (!read.success) return 'malformed';
      return { pages: read.data.data.search.map((each) => foundPage(each.url, each.title, each.snippet)) };
    },
  );

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
 * @param url base, without a trailing slash
 */
const mojeek = (url: string, key: string) =>
  providerSource<string, FoundPages>(
    'mojeek',
    (http, phrase, budget) => {
      const query = new URLSearchParams({ q: phrase, fmt: 'json', t: String(MAX_RESULTS), api_key: key });
      return http.getJson(`${url}/search?${query}`, { budget });
    },
    (body) => {
      const read = mojeekAnswer.safeParse(body);
      if (!read.success) return refusalOf(body);
      return { pages: read.data.response.results.map((each) => foundPage(each.url, each.title, each.desc)) };
    },
  );

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
 * @param url base, without a trailing slash
 */
const searxng = (url: string) =>
  providerSource<string, FoundPages>(
    'searxng',
    (http, phrase, budget) => {
      const query = new URLSearchParams({ q: phrase, format: 'json', safesearch: '0', categories: 'general' });
      return http.getJson(`${url}/search?${query}`, { budget });
    },
    (body) => {
      const read = searxngAnswer.safeParse(body);
      if (!read.success) return 'malformed';
      const { results, unresponsive_engines: failedEngines = [] } = read.data;
      if (results.length === 0 && failedEngines.length > 0) return 'unknown';
      return { pages: results.map((each) => foundPage(each.url, each.title, each.content)) };
    },
  );
