import type { Silence } from '../../domain/enrichment-ports.js';
import type { FoundPage } from '../../domain/mentions/found-page.js';
import type { Silent, Source } from '../ask-source.js';

/** What an engine found, best first; none: it looked, and there is nothing. */
export interface FoundPages {
  readonly pages: readonly FoundPage[];
}

/** One search engine. It is asked for a phrase in quotes. */
export type MentionSource = Source<string, FoundPages>;

export const silent = (silence: Silence): Silent => ({ silence });

/** Results asked for at once; no engine gives more on one page. */
export const RESULTS = 20;
