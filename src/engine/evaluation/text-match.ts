import { renderTemplate, type Variables, variablesIn } from './template.js';
import { decodeHTML } from 'entities';
import { escapeHtml } from '../../kernel/values/escape.js';
import { normalise } from '../../kernel/values/normalise.js';

/** Normalises a text for comparing responses with the identity: NFC, lower case. */
export function normalizeText(text: string): string {
  return normalise(text).toLowerCase();
}

/**
 * A text to search in. Normalised only when a template with a variable needs it: most evidence is constant, and normalising a page costs
 * more than searching it.
 */
export class SearchableText {
  #normalized: string | undefined;

  constructor(
    private readonly text: string,
    /** Also look for variables as markup and links spell them (`&amp;`, `%20`). */
    private readonly markup: boolean,
  ) {}

  /** Whether the rendered template occurs: constants exactly, templates with variables case-insensitively. */
  contains(template: string, variables: Variables): boolean {
    if (variablesIn(template).length === 0) return this.text.includes(template);
    const text = this.normalizedText();
    return spellings(template, variables, this.markup).some((spelling) => text.includes(spelling));
  }

  /** The whole text, normalised; computed once. */
  normalizedText(): string {
    this.#normalized ??= normalizeText(this.text);
    return this.#normalized;
  }

  /** Whether the value occurs as a whole word, in any spelling: "al" is not named by "alice", nor by "al-green". */
  containsWord(value: string): boolean {
    const text = this.normalizedText();
    return spellings('{value}', { value }, true).some((spelling) => occursAsWord(text, spelling));
  }
}

/** Normalised spellings of a rendered template. An unknown variable gives none: such evidence never holds. */
export function spellings(template: string, variables: Variables, markup: boolean): string[] {
  const encoders = markup ? [raw, escapeHtml, encodePercent] : [raw];
  const found = encoders.map((encode) => renderOrNull(template, variables, encode)).filter((text) => text !== null);
  return [...new Set(found.map(normalizeText))];
}

/** `fill` without its exception; null when the template names an unknown variable or a value cannot be encoded. */
export function renderOrNull(template: string, variables: Variables, encode: (raw: string) => string = raw): string | null {
  if (variablesIn(template).some((name) => !Object.hasOwn(variables, name))) return null;
  try {
    return renderTemplate(template, variables, encode);
  } catch {
    return null; // a lone surrogate cannot be percent-encoded
  }
}

/** Escapes for a regular expression with the `u` flag, where `\-` and the like are errors: as code points. */
export function escapeForRegExp(text: string): string {
  return text.replace(/[^\p{L}\p{N}_]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}

const raw = (text: string) => text;
const encodePercent = (text: string) => encodeURIComponent(text);

/**
 * Text right before a match that belongs to its word: the end of a word, with the separators of handles ("johnny-" of "johnny-b").
 */
const WORD_BEFORE = /[\p{L}\p{N}_][-._]{0,3}$/u;
const WORD_AFTER = /^[-._]{0,3}[\p{L}\p{N}_]/u;
const WORD_CHARACTER = /^[\p{L}\p{N}_.-]/u;
/** Number of characters beside a match that are checked: enough for such separators, and a letter of two code units behind them. */
const CONTEXT_LENGTH = 5;

/** `-`, `.` and `_` beside a letter are part of the word, as they are of handles: "john" is not named by "john-smith". */
function occursAsWord(text: string, word: string): boolean {
  if (word === '') return false;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const end = at + word.length;
    const startsInside = WORD_CHARACTER.test(word) && WORD_BEFORE.test(text.slice(Math.max(at - CONTEXT_LENGTH, 0), at));
    if (!startsInside && !WORD_AFTER.test(text.slice(end, end + CONTEXT_LENGTH))) return true;
  }
  return false;
}

/** The text of markup without tags: character references decoded, curly apostrophes and no-break spaces made plain. */
export function plainText(markup: string): string {
  return decodeHTML(markup).replaceAll(/[‘’]/g, "'").replaceAll('\u00a0', ' ').trim();
}
