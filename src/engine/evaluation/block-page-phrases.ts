/**
 * Phrases of block pages in languages besides English: short ones in which such pages are commonly written, in lower case. They are
 * searched in titles and headings, where they show what the page is; `block-page-markers.ts` has the English ones.
 */
import { normalizeText } from './text-match.js';
import phrases from './block-page-phrases.json' with { type: 'json' };

type ByLanguage = typeof phrases;
type KindsOf<Lists> = Lists extends unknown ? keyof Lists : never;
/**
 * `human`: prove that you are human. `denied`: access denied. `region`: not available in your region. `throttled`: too many requests.
 * `moment`: please wait. The others name the subject of the page.
 */
export type PhraseKind = KindsOf<ByLanguage[keyof ByLanguage]>;

/** Kinds that every language has. */
type Everywhere = 'human' | 'denied' | 'region' | 'throttled' | 'login' | 'consent' | 'outage';
type Phrases = Readonly<Record<Everywhere, readonly string[]> & Partial<Record<PhraseKind, readonly string[]>>>;

/** By language, ISO 639-1. The lists are data: `block-page-phrases.json`. */
export const BLOCK_PAGE_PHRASES: Readonly<Record<string, Phrases>> = phrases;

/** Phrases that ordinary titles hold as well: they have to be the whole title, or start a part of it. */
const EXTENT: Partial<Readonly<Record<PhraseKind, 'whole' | 'start'>>> = { moment: 'whole', login: 'start' };

/** The phrases of each kind as they occur in normalised text. */
const PHRASES = new Map<PhraseKind, readonly string[]>();
for (const lists of Object.values(BLOCK_PAGE_PHRASES))
  for (const [kind, list] of Object.entries(lists) as [PhraseKind, readonly string[]][])
    PHRASES.set(kind, [...new Set([...phrasesOf(kind), ...list.map(normalizeText)])]);

function phrasesOf(kind: PhraseKind): readonly string[] {
  return PHRASES.get(kind) ?? [];
}

/** Whether the text holds a phrase of this kind, in any language. */
export function containsPhrase(kind: PhraseKind, text: string): boolean {
  return text !== '' && phrasesOf(kind).some((phrase) => text.includes(phrase));
}

/**
 * Whether a title is that of a page that such phrases tell of.
 *
 * @param headline the title, with the page's headings after it where they count
 */
export function titleHasPhrase(kind: PhraseKind, title: string, headline: string): boolean {
  const extent = EXTENT[kind];
  if (extent === undefined) return containsPhrase(kind, headline);
  return extent === 'whole' ? isPhrase(kind, title) : startsWithPhrase(kind, title);
}

/** Whether the title is a phrase of this kind and nothing else; punctuation at its ends is ignored. */
function isPhrase(kind: PhraseKind, title: string): boolean {
  const bare = title.replace(/^[\s.…!。．]+|(?<![\s.…!。．])[\s.…!。．]+$/gu, '');
  return bare !== '' && phrasesOf(kind).includes(bare);
}

/** Whether one part of the title, between separators, is a phrase of this kind or begins with one: `Anmelden | Example`. */
function startsWithPhrase(kind: PhraseKind, title: string): boolean {
  const parts = title.split(/[|–—·:•»«›‹/]|\s-\s|[｜：【】]/u).map((part) => part.trim());
  return parts.some((part) => part !== '' && phrasesOf(kind).some((phrase) => part === phrase || part.startsWith(`${phrase} `)));
}
