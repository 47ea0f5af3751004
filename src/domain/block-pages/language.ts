/** Looks for the phrases of `phrases.ts` in normalised text. */
import { normalizeText } from '../evaluation/text-match.js';
import { PHRASE_KINDS, type PhraseKind, BLOCK_PAGE_PHRASES } from './phrases.js';

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
