/** Takes out of a platform's response whom it was asked about, and what belongs to a person or opens a door. Pure. */
import type { Variables } from '../engine/evaluation/template.js';
import { escapeRegExp } from '../kernel/values/escape.js';
import { parseJson } from '../kernel/values/json.js';

const REMOVED = '[removed]';
/** Variables that say nothing of one person, and are parts of ordinary words and numbers. */
const COMMON: ReadonlySet<string> = new Set(['email:domain', 'phone:cc']);
/** Shorter identities are parts of other words: they are taken out where they are words of their own. */
const MIN_DISTINCT = 5;

const EMAIL = /[\w.+*•%-]{1,64}(?:@|%40|&#0*64;|&#x0*40;)[\w-]{1,63}(?:\.[\w-]{1,63})+/gi;
const VALUE = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'<>&;,(){}[\]]+)`;
const SECRET = '(?:token|csrf|xsrf|nonce|secret|session|sess_?id|passw|api[-_]?key|auth|cookie|signature|credential|challenge)';
const PERSONAL_NAME =
  '(?:(?:(?:full|first|last|display|real|given|family|nick)_?)?name|bio|about|description|location|city|address|birth\\w*|gender|avatar\\w*)';
const ASSIGNED = String.raw`[\w-]{0,40}\\?["'\]]{0,2}(?:\s[^<>]{0,100}?\b(?:value|content))?\s{0,9}[=:]\s{0,9}`;
/** In the order in which they are applied: what a later one would split goes first. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]{8,}(?:\.[\w-]+){1,4}\.?/g, REMOVED],
  [EMAIL, REMOVED],
  // `"csrfToken":"…"`, `name="csrf-token" content="…"`, `session=…`; a yes or no is no secret, and rules read it.
  [new RegExp(String.raw`(${SECRET}${ASSIGNED})(?!(?:true|false|null)\b)${VALUE}`, 'gi'), `$1"${REMOVED}"`],
  [new RegExp(String.raw`(<input\b[^<>]{0,2000}?\bvalue\s*=\s*)${VALUE}`, 'gi'), `$1"${REMOVED}"`],
  [new RegExp(String.raw`("${PERSONAL_NAME}"\s*:\s*)"(?!\{)(?:[^"\\]|\\.)*"`, 'gi'), `$1"${REMOVED}"`],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g, REMOVED],
  [/(?<![\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{0,4}(?![\w:])/gi, REMOVED],
];
/** Whatever is long enough for a token; words, paths of words and short numbers stay. */
const RUN = /[A-Za-z0-9_+/%-]{16,}={0,2}/g;
const WORDS = /^(?:[A-Z]?[a-z]{1,14}(?:(?:[-_]+[A-Za-z]|[A-Z])[a-z]{1,14}|[-_]+\d{1,4})*|v?\d{0,6})$/;
const NUMBER = /\+?\d(?:[ ().\-/\u00a0]{0,3}\d){6,}/g;

/**
 * The text with variables in place of the identity, and without e-mail addresses, phone numbers, IP addresses and whatever looks like a
 * token. Rather too much is removed than too little. Names of people in running text cannot be recognised.
 *
 * @returns null when the identity or an address is still in it, in another encoding: such a text must not be kept
 */
export function cleanText(text: string, variables: Variables): string | null {
  const named = Object.entries(variables).filter(([name, value]) => !COMMON.has(name) && value !== '');
  // The longest first: an address contains its local part.
  named.sort(([, a], [, b]) => b.length - a.length);
  let cleaned = named.reduce((left, [name, value]) => left.replace(occurrences(value), () => `{${name}}`), canonical(text));
  for (const [pattern, replacement] of PERSONAL) cleaned = cleaned.replace(pattern, replacement);
  cleaned = cleaned.replace(RUN, (run) => (run.split('/').every((part) => WORDS.test(part)) ? run : REMOVED)).replace(NUMBER, REMOVED);
  const rest = decoded(cleaned.replace(/\{[a-z0-9:]+\}/g, ' '));
  return named.some(([, value]) => occurrences(value).test(rest)) || new RegExp(EMAIL).test(rest) ? null : cleaned;
}

/** JSON in one spelling, without escapes that hide a character; any other text as it is. */
function canonical(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value);
}

/** Where a value occurs, in capitals or not, as it is, in a URL, in markup or in base64. */
function occurrences(value: string): RegExp {
  const markup = value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const spellings = new Set([value, encodeURIComponent(value), markup, Buffer.from(value).toString('base64').replaceAll('=', '')]);
  const any = [...spellings].map(escapeRegExp).join('|');
  return new RegExp(value.length < MIN_DISTINCT ? `(?<![\\p{L}\\p{N}_])(?:${any})(?![\\p{L}\\p{N}_])` : any, 'giu');
}

/** The text as a browser would show it, by the escapes of URLs, markup and scripts for characters of ASCII. */
function decoded(text: string): string {
  return text
    .replace(/(?:%|\\x|\\u\{?0{0,4}|&#x0*)([0-7][0-9a-f])(?:\}|;)?|&#0*(\d{2,3});?/gi, (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/[\u00ad\u200b-\u200d\u2060]|<wbr\s*\/?>|&(?:shy|zwnj);/gi, '');
}
