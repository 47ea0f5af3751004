import { canonicalUrl, readPageUrl } from './canonical-url.js';
import type { FoundPage } from './found-page.js';

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
