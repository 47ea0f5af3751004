import type { Silence } from '../../domain/enrichment-ports.js';
import type { FoundPage } from '../../domain/mentions/found-page.js';
import type { Silent, Source } from '../ask-source.js';

/** Pages that a search engine found, best first; an empty list: it found none. */
export interface FoundPages {
  readonly pages: readonly FoundPage[];
}

/** One search engine, queried for a phrase in quotes. */
export type MentionSource = Source<string, FoundPages>;

export const silent = (silence: Silence): Silent => ({ silence });

/** Results requested at once; no search engine gives more on one page. */
export const RESULTS = 20;
