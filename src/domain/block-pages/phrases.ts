/**
 * Phrases of block pages in languages besides English: short ones in which such pages are commonly written, in lower case. They are
 * searched in titles and headings, where they show what the page is; `markers.ts` has the English ones.
 */
import phrases from './phrases.json' with { type: 'json' };

/**
 * `human`: prove that you are human. `denied`: access denied. `region`: not available in your region. `pause`: too many requests.
 * `login`, `consent`, `outage`: the subject of the page. `moment`: the whole title of a check that passes by itself.
 */
export const PHRASE_KINDS = ['human', 'denied', 'region', 'pause', 'login', 'consent', 'outage', 'moment'] as const;
export type PhraseKind = (typeof PHRASE_KINDS)[number];

type Phrases = Readonly<Record<Exclude<PhraseKind, 'moment'>, readonly string[]>> & { readonly moment?: readonly string[] };

/** By language, ISO 639-1. The lists are data: `phrases.json`. */
export const BLOCK_PAGE_PHRASES: Readonly<Record<string, Phrases>> = phrases;
