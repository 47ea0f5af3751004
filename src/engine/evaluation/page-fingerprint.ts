/**
 * The page fingerprint: 32 numbers, by which two responses of a platform can be compared without storing either. It holds the smallest
 * hashes of the page's runs of three words (a bottom-k sketch of shingles: A. Broder, "On the resemblance and containment of documents",
 * 1997); the share that two fingerprints have in common estimates the share that the pages have.
 */
import { escapeHtml, escapeRegExp } from '../../kernel/values/escape.js';
import { scramble } from '../../kernel/values/fnv1a.js';
import { normalizeText } from './text-match.js';

/** Hashes in a fingerprint, and the words in one run. */
const FINGERPRINT_HASHES = 32;
const SHINGLE_WORDS = 3;
/** Characters of a page that are read: heads and first screens distinguish pages, and time is short. */
const MAX_READ_LENGTH = 16_384;
/** Maximum length of a word, in characters: longer ones are generated tokens. */
const MAX_WORD_LENGTH = 24;
const OFFSET = 0x811c9dc5;
const HEX = 8;

/**
 * Fingerprint of a page, without the probed identity in any spelling, so that pages of two identities can be compared. Words with digits
 * are left out, because nonces, times and counts are such.
 *
 * @param identity value of the probed identity
 * @returns hashes in ascending order, eight hexadecimal digits each; '' for a page without words
 */
export function pageFingerprint(body: string, identity: string): string {
  const words = wordHashes(withoutIdentity(normalizeText(body.slice(0, MAX_READ_LENGTH)), normalizeText(identity)));
  const smallest = new SmallestHashes();
  for (let at = SHINGLE_WORDS - 1; at < words.length; at += 1) smallest.add(mix(words[at - 2] ?? 0, words[at - 1] ?? 0, words[at] ?? 0));
  if (words.length > 0 && words.length < SHINGLE_WORDS) smallest.add(mix(0, words[0] ?? 0, words[1] ?? 0));
  return smallest.hashes.map((hash) => hash.toString(16).padStart(HEX, '0')).join('');
}

/** The smallest distinct hashes so far, in ascending order. */
class SmallestHashes {
  readonly hashes: number[] = [];

  add(hash: number): void {
    const { hashes } = this;
    if (hashes.length === FINGERPRINT_HASHES && hash >= (hashes[FINGERPRINT_HASHES - 1] as number)) return;
    let at = hashes.length;
    while (at > 0 && (hashes[at - 1] as number) > hash) at -= 1;
    if (at > 0 && hashes[at - 1] === hash) return;
    hashes.splice(at, 0, hash);
    if (hashes.length > FINGERPRINT_HASHES) hashes.pop();
  }
}

/**
 * Hashes of the words of a normalised text (FNV-1a, 32 bits), in order; words with digits and very long ones are left out. Read character
 * by character: pages are large, and thousands are read in one sweep.
 */
function wordHashes(text: string): number[] {
  const words: number[] = [];
  let hash = OFFSET;
  let length = 0;
  let counts = true;
  for (let at = 0; at <= text.length; at += 1) {
    const code = text.charCodeAt(at); // NaN past the end
    const isLetter = (code >= 97 && code <= 122) || code > 0xbf;
    const isDigit = code >= 48 && code <= 57;
    if (isLetter || isDigit) {
      hash = Math.imul(hash ^ code, 0x01000193);
      length += 1;
      if (isDigit) counts = false;
      continue;
    }
    if (counts && length > 0 && length <= MAX_WORD_LENGTH) words.push(hash);
    hash = OFFSET;
    length = 0;
    counts = true;
  }
  return words;
}

/** Similarity of two pages by their fingerprints, 0 (nothing in common) to 1 (all of it). Two empty pages are alike. */
export function similarity(one: string, other: string): number {
  const [a, b] = [hashesOf(one), hashesOf(other)];
  const union = [...new Set([...a, ...b])].sort().slice(0, FINGERPRINT_HASHES);
  if (union.length === 0) return 1;
  return union.filter((hash) => a.has(hash) && b.has(hash)).length / union.length;
}

function hashesOf(sketch: string): Set<string> {
  return new Set(Array.from({ length: sketch.length / HEX }, (_, index) => sketch.slice(index * HEX, (index + 1) * HEX)));
}

/** A short identity is part of many words, so it is taken out only where it is a word of its own. */
function withoutIdentity(text: string, identity: string): string {
  const spellings = new Set([identity, encoded(identity), escapeHtml(identity)]);
  let left = text;
  for (const spelling of spellings) {
    if (spelling.length >= 5) left = left.replaceAll(spelling, ' ');
    else left = left.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${escapeRegExp(spelling)}(?![\\p{L}\\p{N}_])`, 'gu'), ' ');
  }
  return left;
}

function encoded(text: string): string {
  try {
    return normalizeText(encodeURIComponent(text));
  } catch {
    return text; // a lone surrogate has no encoding
  }
}

/** One hash of a run, every bit of which depends on every word: the smallest hashes must be an even sample of the page. */
function mix(first: number, second: number, third: number): number {
  return scramble(scramble(scramble(first) ^ second) ^ third) >>> 0;
}
