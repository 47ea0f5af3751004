/**
 * Words at which sites have pages of their own: "about", "jobs", "mein-konto". Where the account of such a name would have the same
 * address, a page shows no account. The words are data: `route-words.json`, by language, folded.
 */
import { normalise } from '../../kernel/values/normalise.js';
import routeWords from './route-words.json' with { type: 'json' };

const WORDS: ReadonlySet<string> = new Set(Object.values(routeWords).flatMap((lines) => lines.flatMap((line) => line.split(' '))));

/** The spelling that the table has: lower case, without accents and separators ("über_uns" is "ueberuns" or "uberuns"). */
export function foldRouteWord(text: string): string {
  return normalise(normalise(text, 'NFKC'), 'NFD')
    .toLowerCase()
    .replace(/[\p{M}._-]/gu, '');
}

/**
 * Whether sites commonly have a page of their own at this word, in singular or plural.
 *
 * @param text a username, in any spelling
 */
export function isRouteWord(text: string): boolean {
  const word = foldRouteWord(text);
  if (WORDS.has(word)) return true;
  const singulars = [word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
  return word.length > 3 && [...singulars, `${word}s`, word.replace(/y$/, 'ies')].some((form) => WORDS.has(form));
}
