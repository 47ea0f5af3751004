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
