import { ERRORS, type ErrorCode } from '../values/errors.js';

/**
 * What a lookup is about. Values are in normal form: an e-mail address with a lower-case ASCII (punycode) domain, a phone
 * number in E.164, a username as it was typed. docs/contract.md, 2.
 */
export const QUERY_TYPES = ['email', 'phone', 'username'] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

/** Longest identity as it is sent, spaces around it included, in UTF-16 code units: room for any e-mail address (RFC 3696, 3). */
export const MAX_IDENTITY_LENGTH = 320;

export interface Identity {
  readonly type: QueryType;
  readonly value: string;
}

export type Detection =
  | Identity
  | {
      readonly invalid: Extract<ErrorCode, 'invalid_email' | 'invalid_phone' | 'invalid_parameter'>;
      /** What is wrong with it, where the code alone does not tell. */
      readonly reason?: string;
    };

/** Turns what a caller typed into an identity's normal form; null when it is not valid. docs/contract.md, 2.2. */
export interface IdentityParser {
  /** Local part as given (NFC), domain in lower-case ASCII. */
  email(raw: string): string | null;
  /** E.164. Any number that can be dialled; whether it is assigned is decided by the phone module. */
  phone(raw: string): string | null;
  /** 1 to 64 visible characters, without a leading `@`; never a URL or only dots. */
  username(raw: string): string | null;
  /** Canonical text; an IPv4 address mapped into IPv6 becomes the IPv4 address. Only standard spellings are read. */
  ip(raw: string): string | null;
  /**
   * E-mail if it reads as one, phone with `+` or `tel:` or in the default region's plan, else username. Invalid where a text is an IP
   * address as well as a number of that region: a guess would look up somebody else.
   */
  detect(raw: string): Detection;
}

/**
 * A name with its ASCII capitals in lower case. Others stay: a Kelvin sign or a capital I with a dot has ASCII letters in its lower case,
 * and would become somebody else's name.
 */
export function lowerName(name: string): string {
  return name.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
}

/** A name as wikis write it: its first letter, if it is an ASCII one, is a capital, and an underscore is a space. */
export function titleName(name: string): string {
  return name.replace(/^[a-z]/, (first) => first.toUpperCase()).replaceAll('_', ' ');
}

/** How platforms write names, by the variable of a rule: as they know them, and as their addresses have them. */
export const SPELLINGS: Readonly<Record<`username:${'lower' | 'title'}`, Readonly<Record<'known' | 'sent', (name: string) => string>>>> = {
  'username:lower': { known: lowerName, sent: lowerName },
  'username:title': { known: titleName, sent: (name) => titleName(name).replaceAll(' ', '_') },
};

/** Whether a text says itself that it is a phone number: by its plus sign, full-width too, or by the scheme of a link (RFC 3966, 5724). */
export const hasPhonePrefix = (text: string): boolean =>
  /^(?:(?:tel|sms|callto|whatsapp):\s*[+\uff0b(]?\d|(?:p:\s*)?[+\uff0b])/i.test(text);

/** Code of a text in `query` that is no identity: of what it looks like. */
export function invalidCode(raw: string): Extract<Detection, { invalid: unknown }>['invalid'] {
  const start = raw.slice(0, MAX_IDENTITY_LENGTH).trimStart();
  if (hasPhonePrefix(start)) return 'invalid_phone';
  return start.indexOf('@') > 0 || raw.indexOf('@') >= MAX_IDENTITY_LENGTH ? 'invalid_email' : 'invalid_parameter';
}

const NEEDS_PLUS =
  'Send it in E.164 format, beginning with + and the country code. Numbers without + are accepted only if the operator has set ' +
  'DEFAULT_REGION, or if the batch names their country (`defaultRegion`).';

/** The public text for an invalid phone number. It names the most frequent mistake, a missing `+`. */
export function invalidPhoneText(raw: string): string {
  return hasPhonePrefix(raw.trim()) ? ERRORS.invalid_phone.message : `${ERRORS.invalid_phone.message} ${NEEDS_PLUS}`;
}

/**
 * Digests of identities, or of what contains them. Identities can be guessed, so a digest hides one only with a key that is not kept
 * beside it. Implemented in `src/kernel/secrets/keyed-digest.ts`.
 */
export interface KeyedDigest {
  /** The digest that is stored for a text, in hexadecimal. */
  of(text: string): string;
  /** Every digest that may be stored for a text: by the newest key, and by each older one. */
  all(text: string): readonly string[];
}
