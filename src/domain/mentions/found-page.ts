/** A page that a search engine named, in plain text. */
export interface FoundPage {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

/** The query as an exact phrase, in the notation that all engines share. */
export function exactPhrase(query: string): string {
  return `"${query.replaceAll('"', '').trim()}"`;
}
