import type { SourceFailure } from '../../domain/lookup/enrichment-ports.js';
import type { FoundPage } from '../../domain/mentions/found-page.js';
import type { SourceFailed, Source } from '../query-sources.js';

/** Pages that a search engine found, best first; an empty list: it found none. */
export interface FoundPages {
  readonly pages: readonly FoundPage[];
}

/** One search engine, queried for a phrase in quotes. */
export type MentionSource = Source<string, FoundPages>;

export const failed = (silence: SourceFailure): SourceFailed => ({ silence });

/** Results requested at once; no search engine gives more on one page. */
export const MAX_RESULTS = 20;
