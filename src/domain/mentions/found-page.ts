/** A page that a search engine named, in plain text. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/**
 * The query as an exact phrase, in the notation that all engines share; null for one that holds their quotation mark: without
 * it, it would be another question.
 */
export function exactPhrase(query: string): string | null {
  return query.includes('"') ? null : `"${query.trim()}"`;
}
