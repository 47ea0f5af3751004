import { normalise } from '../../kernel/values/normalise.js';

/** The text to find on a page. */
interface SearchedText {
  readonly text: string;
  readonly kind: 'email' | 'phone' | 'name';
}

/** Characters that, beside the text, make it part of something longer. */
const JOINS = /[\p{L}\p{N}\p{M}_@]/u;
/** Characters that do so only when something follows or precedes them: a full stop may end a sentence. */
const LINKS = /[.+\-']/u;
const LINKS_AFTER = /[.-]/u;
const WORD = /[\p{L}\p{N}\p{M}_]/u;

/**
 * Whether a text holds exactly this query: not as a part of a longer address, number or name. E-mail addresses are compared
 * case-insensitively, as mail is; numbers and names exactly.
 *
 * @param text readable text of a page
 * @param query an e-mail address, a phone number in E.164, or a name
 */
export function containsExactly(text: string, query: string): boolean {
  const sought = searchedText(query);
  if (sought.text === '') return false;
  const fold = (each: string) => (sought.kind === 'email' ? each.toLowerCase() : each);
  const [hay, needle] = [fold(normalise(text)), fold(sought.text)];
  for (let at = hay.indexOf(needle); at >= 0; at = hay.indexOf(needle, at + 1)) {
    const before = charactersBefore(hay, at);
    const after = charactersAfter(hay, at + needle.length);
    if (isStandalone(sought.kind, before, after)) return true;
  }
  return false;
}

function searchedText(query: string): SearchedText {
  const text = normalise(query.trim());
  if (/^\+\d[\d\s().-]*$/.test(text)) return { text, kind: 'phone' };
  return { text, kind: /^\S[^\s@]*@\S[^\s.]*\.\S+$/.test(text) ? 'email' : 'name' };
}

/** @param before nearest first @param after nearest first */
function isStandalone(kind: SearchedText['kind'], before: readonly [string, string], after: readonly [string, string]): boolean {
  const [last, lastButOne] = before;
  const [next, nextButOne] = after;
  if (kind === 'phone') return !/[\d+]/.test(last) && !/\p{Nd}/u.test(last) && !isMoreOfNumber(next, nextButOne);
  if (JOINS.test(next) || (LINKS_AFTER.test(next) && WORD.test(nextButOne))) return false;
  // @name is how a name is written; me@name is an address.
  if (kind === 'name' && last === '@') return !WORD.test(lastButOne) && !LINKS.test(lastButOne);
  if (kind === 'email' && /[.+-]/.test(last)) return false;
  return !JOINS.test(last) && !(LINKS.test(last) && WORD.test(lastButOne));
}

function isMoreOfNumber(next: string, nextButOne: string): boolean {
  return /\p{Nd}/u.test(next) || (/[ .()-]/.test(next) && /\p{Nd}/u.test(nextButOne));
}

function charactersBefore(text: string, at: number): readonly [string, string] {
  const last = [...text.slice(Math.max(0, at - 4), at)].reverse();
  return [last[0] ?? ' ', last[1] ?? ' '];
}

function charactersAfter(text: string, at: number): readonly [string, string] {
  const next = [...text.slice(at, at + 4)];
  return [next[0] ?? ' ', next[1] ?? ' '];
}

/**
 * Whether a page's URL has the query in its parameters or fragment: such a page echoes its input ("nothing found for …"), which is no
 * mention. A path that names the query is a page of its own.
 */
export function urlEchoesQuery(url: URL, query: string): boolean {
  const sought = query.trim().toLowerCase();
  return (
    [...url.searchParams].some(([name, value]) => `${name} ${value}`.toLowerCase().includes(sought)) || decoded(url.hash).includes(sought)
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}
