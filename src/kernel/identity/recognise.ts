/** What people type as an identity: of which kind it is, and what no identity can be. Runs in browsers too; parsers decide on the rest. */
import { normalise } from '../values/normalise.js';
import { plainText } from './dialects.js';
import { hasPhonePrefix, MAX_IDENTITY_LENGTH, type QueryType } from './identity.js';
import type { SubjectKind } from './subjects.js';

const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const IPV6 = /^(?=[^:]*:[^:]*:)[\da-f:]+(?:\d{1,3}(?:\.\d{1,3}){3})?$/i;
/** A number as it is dialled within a country. */
const PHONE_CHARACTERS = /^[\d\s()/.-]+$/;
/** Fewer digits are no number that could be called from abroad. */
const MIN_PHONE_DIGITS = 7;

/** Whether a text without + is taken for a phone number: by its length, or by whoever knows the numbering plan. */
type IsPhone = (text: string) => boolean;
const hasDigitsOfPhone: IsPhone = (text) => text.replaceAll(/\D/g, '').length >= MIN_PHONE_DIGITS;

/** The kind of an identity that platforms can be probed for. @param text as `plainText` gives it */
export function recogniseQueryType(text: string, isPhone: IsPhone = hasDigitsOfPhone): QueryType {
  if (text.indexOf('@') > 0) return 'email';
  return hasPhonePrefix(text) || (PHONE_CHARACTERS.test(text) && isPhone(text)) ? 'phone' : 'username';
}

/** The kind of any identity; null for a text with nothing in it. */
export function recogniseKind(text: string, isPhone?: IsPhone): SubjectKind | null {
  // What is longer is an identity of no kind; its beginning says which fault it gets.
  const trimmed = plainText(text).slice(0, MAX_IDENTITY_LENGTH + 1);
  if (trimmed === '') return null;
  return IPV4.test(trimmed) || IPV6.test(trimmed) ? 'ip' : recogniseQueryType(trimmed, isPhone);
}

/** What is said of a text that is no identity of its kind. */
export const IDENTITY_FAULTS: Readonly<Record<SubjectKind, string>> = {
  email: 'is not a valid e-mail address',
  phone: 'is not a valid phone number',
  username: 'is not a username; usernames have 1 to 64 visible characters and no spaces',
  ip: 'is not an IP address',
};

const MAX_PHONE_LENGTH = 40;
const USERNAME = /^\S{1,64}$/u;
const DOTS = /[.\u3002\uff0e\uff61]/;
const IPV4_BYTES = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

/** Whether a text may be of a kind, by what can be told without tables. */
const MAY_BE: Readonly<Record<SubjectKind, (text: string) => boolean>> = {
  email(text) {
    const at = text.lastIndexOf('@');
    return at > 0 && DOTS.test(text.slice(at + 1)) && !/\s/.test(text.slice(at + 1));
  },
  phone: (text) => /\d/.test(text) && text.length <= MAX_PHONE_LENGTH,
  username: (text) => USERNAME.test(normalise(text.replace(/^@+/, ''))),
  ip: (text) => text.includes(':') || IPV4_BYTES.test(text),
};

/** Why a text cannot be of a kind, found before anything is sent; null: it may be, and the service decides. */
export function faultOf(kind: SubjectKind, raw: string): string | null {
  if (raw.length > MAX_IDENTITY_LENGTH) return `is longer than ${MAX_IDENTITY_LENGTH} characters`;
  return MAY_BE[kind](plainText(raw)) ? null : IDENTITY_FAULTS[kind];
}
