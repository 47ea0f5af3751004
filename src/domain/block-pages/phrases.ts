/**
 * Phrases of block pages in languages besides English: short ones in which such pages are commonly written, in lower case. They are
 * searched in titles and headings, where they show what the page is; `markers.ts` has the English ones.
 */
import { normalizeText } from '../evaluation/text-match.js';
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

/** The phrases as they occur in normalised text. */
const PHRASES = new Map<PhraseKind, readonly string[]>(
  PHRASE_KINDS.map((kind) => [
    kind,
    [...new Set(Object.values(BLOCK_PAGE_PHRASES).flatMap((phrases) => (phrases[kind] ?? []).map(normalizeText)))],
  ]),
);
const phrasesOf = (kind: PhraseKind): readonly string[] => PHRASES.get(kind) ?? [];

/** Whether the text holds a phrase of this kind, in any language. */
export function containsPhrase(kind: PhraseKind, text: string): boolean {
  return text !== '' && phrasesOf(kind).some((phrase) => text.includes(phrase));
}

/** Whether the title is a phrase of this kind and nothing else; punctuation at its ends is ignored. */
export function titleIsPhrase(kind: PhraseKind, title: string): boolean {
  const bare = title.replace(/^[\s.…!。．]+|[\s.…!。．]+$/gu, '');
  return bare !== '' && phrasesOf(kind).includes(bare);
}

/** Whether one part of the title, between separators, is a phrase of this kind or begins with one: `Anmelden | Example`. */
export function titleStartsWithPhrase(kind: PhraseKind, title: string): boolean {
  const parts = title.split(/[|–—·:•»«›‹/]|\s-\s|[｜：【】]/u).map((part) => part.trim());
  return parts.some((part) => part !== '' && phrasesOf(kind).some((phrase) => part === phrase || part.startsWith(`${phrase} `)));
}
