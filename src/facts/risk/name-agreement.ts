/** Compares the name that a caller was told with the names that accounts show. Pure. */
import { normalise } from '../../kernel/values/normalise.js';

export const NAME_AGREEMENTS = ['agree', 'differ', 'unknown'] as const;
export type NameAgreement = (typeof NAME_AGREEMENTS)[number];

/** Longest name, of a person or a company, that is compared, in characters. */
export const MAX_CLAIMED_NAME = 200;

/** Words in front of and behind names. */
const TITLES: ReadonlySet<string> = new Set('dr prof mr mrs ms mx sir dame herr frau mme jr sr ii iii phd md msc bsc mba'.split(' '));

/**
 * The words of a name in one spelling: without case, marks, titles; `ae` as `a`, so that Müller is Mueller. A character may stand for
 * eighteen, in four words: what exceeds the longest name is left out, since comparisons try each two words.
 */
export function wordsOf(name: string): string[] {
  const plain = normalise(normalise(name, 'NFKC').slice(0, MAX_CLAIMED_NAME), 'NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l');
  const words = plain.replaceAll(/['’.]/g, ' ').match(/\p{L}+/gu) ?? [];
  return words.map((word) => word.replaceAll(/([aou])e/g, '$1')).filter((word) => !TITLES.has(word));
}

const SCRIPTS = [/^\p{Script=Latin}+$/u, /^\p{Script=Cyrillic}+$/u];

/** The script of all words, if it is one in which other spellings of a name are told from other names. */
const scriptOf = (words: readonly string[]): RegExp | undefined => SCRIPTS.find((script) => words.every((word) => script.test(word)));

/** What all spellings of a word have in common: `l` is Yulia and Julia, `sns` Zhang and Cheung, `ssvs` Chaikovskaya and Tschaikowski. */
const soundsOf = (word: string): string =>
  word
    .replaceAll(/(\p{L})\1/gu, '$1')
    .replaceAll(/t?[cgkqsxz][cghkqsxz]*/g, 's')
    .replaceAll(/ph|[fvw]/g, 'v')
    .replaceAll(/[aehijouyаеиоуыэюяіьъ]/g, '');

/** The same word, or its initial. */
export const isWord = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) === 1 && one.charAt(0) === other.charAt(0));

/**
 * `agree`: both have at least two words, one of which is no mere initial, and every word of the shorter name is in the other. `differ`:
 * both have at least two words, of one script, and none that may be the same in another spelling. All else is unknown: a first name
 * alone, a nickname, another script, a company.
 */
export function compareNames(claimed: string, shown: string): NameAgreement {
  const [a, b] = [wordsOf(claimed), wordsOf(shown)];
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  if (fewer.length < 2) return 'unknown';
  const shared = fewer.filter((word) => more.some((other) => isWord(word, other)));
  const isWhole = shared.some((word) => word.length > 1 && more.includes(word));
  if (shared.length === fewer.length && isWhole) return 'agree';
  const script = scriptOf(a);
  const sounds = new Set(a.map(soundsOf));
  const areOthers = shared.length === 0 && !b.some((word) => sounds.has(soundsOf(word)));
  return areOthers && script && script === scriptOf(b) ? 'differ' : 'unknown';
}

/** What several comparisons say together: one account that agrees is enough, since people have nicknames elsewhere. */
export function agreementOf(all: readonly NameAgreement[]): NameAgreement {
  if (all.includes('agree')) return 'agree';
  return all.includes('differ') ? 'differ' : 'unknown';
}
