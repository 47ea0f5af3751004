/** Promise 3 for the headers, and for each name and constant, of a request: what its words say. Pure. */
import type { ProbeRequest, ProbeRule } from '../rules/probe-rule.js';
import type { Json } from '../../../kernel/values/json.js';
import type { RequestPart } from './request-parts.js';
import { deniedQueryTerm, passwordTerm, reviewedTerm, secretFieldTerm, splitWords } from '../../../kernel/values/denylist.js';

/** Bases of a review that admit a POST, and words of log-in and sign-up endpoints. */
export const REVIEWED_BASES: ReadonlySet<string> = new Set(['availability_check', 'documented_api', 'identifier_step']);
/** Minimum length of a reason, in characters: it must say more than "safe". */
const MIN_REASON_LENGTH = 20;

const CREDENTIAL_HEADER: ReadonlySet<string> = new Set(
  'authorization auth authentication cookie cookies token tokens csrf xsrf secret session credential credentials bearer apikey key csrftoken xsrftoken'.split(
    ' ',
  ),
);
/** Headers that turn a request into another one: another method, host, sender or framing. */
const STEERING_HEADER =
  /^(?:x-(?:http-)?method(?:-override)?|host|forwarded|x-(?:forwarded|original|rewrite|real)-.*|proxy-.*|connection|upgrade|te|trailer|transfer-encoding|content-length|expect)$/;

/** Words of such headers and fields that a value captured by the prelude may fill, as a site's own page does. */
const PRELUDE_WORDS: ReadonlySet<string> = new Set('token tokens csrf xsrf csrftoken xsrftoken'.split(' '));
const FROM_PRELUDE = /^(?:[a-z][a-z0-9_-]*=)?\{prelude:[a-z][a-z0-9_]*\}$/i;

export function headerViolation(headers: ProbeRequest['headers']): string | null {
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/i.test(name) || /[^\t\x20-\x7e]/.test(value)) return `header ${JSON.stringify(name)} is malformed`;
    const lower = name.toLowerCase();
    if (startsSignIn(name, value)) return `header ${lower} starts a sign-in: its holder would get a push or a code`;
    if (STEERING_HEADER.test(lower)) return `header ${lower} would make it another request`;
    const words = splitWords(lower);
    const credential = words.filter((word) => CREDENTIAL_HEADER.has(word));
    if (credential.length === 0 || (FROM_PRELUDE.test(value) && credential.every((word) => PRELUDE_WORDS.has(word)))) continue;
    return `header ${lower} carries a credential; a probe has no more than what its prelude captured`;
  }
  return null;
}

const CREDENTIAL_FIELD: readonly (readonly string[])[] = [['api', 'key'], ['apikey'], ['access', 'token']];
const CSRF_FIELD: readonly (readonly string[])[] = [
  ['csrf'],
  ['xsrf'],
  ['csrfmiddlewaretoken'],
  ['authenticity', 'token'],
  ['csrftoken'],
  ['xsrftoken'],
  ['request', 'verification', 'token'],
];

/**
 * Fields by which Microsoft's look-up of a name also starts a sign-in: an authenticator rings, or a code is mailed. Every spelling, at any
 * depth, and every value but a plain "off" counts, since nothing tells how the platform reads another one.
 */
const SIGN_IN_FIELD = /is_?(?:remote_?ngc|fido)_?supported/i;
const SIGN_IN_TEXT = new RegExp(`${SIGN_IN_FIELD.source}["'\\s:=]*(?!["'\\s:=]|false|0\\b|null)`, 'i');
const OFF: ReadonlySet<string> = new Set(['false', '0', 'null']);

/** Whether a field, or a constant that holds such fields as text, starts a sign-in. @param value of the field; absent for a constant */
export function startsSignIn(text: string, value?: Json): boolean {
  if (value === undefined) return SIGN_IN_TEXT.test(text);
  return SIGN_IN_FIELD.test(splitWords(text).join('')) && !OFF.has(String(value).trim().toLowerCase());
}

export function partViolation({ location, kind, text, value }: RequestPart, rule: Pick<ProbeRule, 'safety'>): string | null {
  const where = kind === 'name' ? `the ${location} field "${text}"` : `the ${location}`;
  if (startsSignIn(text, kind === 'name' ? (value ?? null) : undefined)) {
    return `${where} starts a sign-in (isRemoteNGCSupported or isFidoSupported is not false): its holder would get a push or a code`;
  }
  const never = deniedQueryTerm(text);
  if (never !== null) return `${where} says "${never}": such a request acts on the account or writes to its holder`;
  const password = kind === 'name' ? secretFieldTerm(text) : passwordTerm(text);
  if (password !== null) return `${where} says "${password}": no password or secret is ever sent`;
  if (kind === 'name') {
    if (text.trim().toLowerCase() === '_method') return `${where} would make it another method`;
    const words = ` ${splitWords(text).join(' ')} `;
    const has = (fields: readonly (readonly string[])[]) => fields.some((field) => words.includes(` ${field.join(' ')} `));
    const isCaptured = location === 'body' && typeof value === 'string' && FROM_PRELUDE.test(value);
    if (has(CREDENTIAL_FIELD) || (has(CSRF_FIELD) && !isCaptured)) {
      return `${where} carries a credential or a CSRF token; a probe has no more than what its prelude captured`;
    }
  }
  const reviewed = reviewedTerm(text);
  if (reviewed === null) return null;
  const { basis, reason } = rule.safety;
  if (!REVIEWED_BASES.has(basis))
    return `${where} says "${reviewed}": needs the basis availability_check, documented_api or identifier_step`;
  if (reason.trim().length < MIN_REASON_LENGTH)
    return `${where} says "${reviewed}": needs a reason of ${MIN_REASON_LENGTH} characters or more`;
  return null;
}
