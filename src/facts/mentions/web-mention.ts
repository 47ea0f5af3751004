import { parseUrl } from '../../kernel/values/parse-url.js';
import type { Budget, Finding } from '../../kernel/values/source.js';

export interface WebMention {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly matchConfidence: 'confirmed' | 'unconfirmed';
}

export interface MentionSearch {
  /** @param query searched for as an exact phrase */
  search(query: string, budget: Budget): Promise<Finding<readonly WebMention[]>>;
}

/** A page in the results of a search engine, in plain text. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/**
 * The query as an exact phrase, in the notation that all search engines share; null for one that holds a quotation mark: without it, it
 * would be another query.
 */
export function exactPhrase(query: string): string | null {
  return query.includes('"') ? null : `"${query.trim()}"`;
}

const MAX_TITLE_LENGTH = 300;
const MAX_SNIPPET_LENGTH = 600;

/**
 * Merges the pages of several search engines by rank: all first ones, all second ones, and so on, each page once. Pages without a valid
 * web URL are left out.
 *
 * @param lists one per search engine, best first
 */
export function mergeMentions(lists: readonly (readonly FoundPage[])[], most: number): readonly FoundPage[] {
  const merged = new Map<string, FoundPage>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const page of lists.flatMap((list) => list.slice(rank, rank + 1))) {
      const url = readPageUrl(page.url);
      if (url === null) continue;
      const key = canonicalUrl(url);
      const first = merged.get(key);
      const title = truncate(page.title, MAX_TITLE_LENGTH) || url.hostname;
      if (first === undefined) merged.set(key, { title, url: url.href, snippet: truncate(page.snippet, MAX_SNIPPET_LENGTH) });
      else if (first.snippet === '') merged.set(key, { ...first, snippet: truncate(page.snippet, MAX_SNIPPET_LENGTH) });
    }
  }
  return [...merged.values()].slice(0, most);
}

/** Text in one line, of bounded length; no half of a surrogate pair is left. */
function truncate(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  if (line.length <= most) return line;
  return `${line
    .slice(0, most - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** Parameters that show where a visitor came from, not which page is shown. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|yclid|mc_[ce]id|igshid|ref_src|srsltid|_ga|_gl)$/i;

/** A web URL as search engines give it; null for a text that is none, or has credentials. */
export function readPageUrl(raw: string): URL | null {
  const url = raw.length > 2_048 ? null : parseUrl(raw);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.hostname !== '' ? url : null;
}

/**
 * Key by which two URLs of one page are equal: scheme, `www.`, fragment, order of parameters and tracking are ignored. Only for
 * comparing; what is shown is the search engine's own spelling.
 */
export function canonicalUrl(url: URL): string {
  const kept = [...url.searchParams].filter(([name]) => !TRACKING.test(name)).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const query = kept.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
  const path = url.pathname.replace(/\/(?:index\.html?)?$/, '') || '/';
  return `${url.host.replace(/^www\./, '').replace(/:(?:80|443)$/, '')}${path}${query === '' ? '' : `?${query}`}`;
}
