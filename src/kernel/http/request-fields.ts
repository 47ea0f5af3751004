/** Texts of requests. Each has a limit, which is checked before anything else: no pattern, format or trimming runs on a longer text. */
import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import { z } from 'zod';
import { invalidCode, MAX_IDENTITY_LENGTH } from '../identity/identity.js';
import { hasControlCharacters } from '../values/control-characters.js';
import type { ErrorCode } from '../values/errors.js';
import { isStorableText, isStorableTime } from '../values/json.js';

/** The format of every id that this service issues. */
export const ID = /^[A-Za-z0-9_-]{1,64}$/;
const MAX_ID_LENGTH = 64;
const MAX_SLUG_LENGTH = 100;
const MAX_CURSOR_LENGTH = 200;
/** Longest timestamp: fractions of a second have as many digits as a caller likes. */
const MAX_TIMESTAMP_LENGTH = 64;
/** As long as a request's head may be in Node: for parameters of which the contract refuses no text. */
export const MAX_PARAMETER_LENGTH = 16_384;

/** A text that is compared and never stored, so that no character is refused: of what does not exist it is the name. */
const nameText = (max: number, error?: string) => z.string().max(max, { abort: true, ...(error === undefined ? {} : { error }) });

/**
 * A text that the database can store.
 *
 * @param error what is wrong with a longer one, or one with NUL or half a surrogate pair: a sentence, or the error code of the whole
 *   request (`parsePart`)
 */
export const text = (max: number, error?: string) =>
  nameText(max, error).refine(isStorableText, { abort: true, error: error ?? 'a text without NUL and halves of surrogate pairs' });

/**
 * A line of the caller's own words, which others read in a terminal and a page. The API document has no pattern for it: engines differ on
 * how to write the characters, and generated clients failed by it.
 */
export const freeText = (max: number) => text(max).refine((line) => !hasControlCharacters(line), 'a text without control characters');

/** An identity as it is sent. The service parses it; a longer text is refused with the code of an unreadable one. */
export const identityText = (code: Extract<ErrorCode, 'invalid_email' | 'invalid_phone' | 'invalid_ip'>) => text(MAX_IDENTITY_LENGTH, code);
export const usernameText = text(MAX_IDENTITY_LENGTH, 'send a username of 1 to 64 visible characters without spaces');
/** An identity whose type is detected. */
const unreadable = { abort: true, error: ({ input }: { input?: unknown }) => invalidCode(String(input)) };
export const queryText = z.string().max(MAX_IDENTITY_LENGTH, unreadable).refine(isStorableText, unreadable);

export const idText = nameText(MAX_ID_LENGTH);
/** @param what how the refusal calls it */
export const idOf = (what: string) => text(MAX_ID_LENGTH, what).regex(ID, what);
export const slugText = nameText(MAX_SLUG_LENGTH, 'unknown_platform' satisfies ErrorCode);
export const tagText = nameText(MAX_SLUG_LENGTH);
export const parameterText = nameText(MAX_PARAMETER_LENGTH);

/** Position in a list that is read page by page. */
export const cursorText = text(MAX_CURSOR_LENGTH).optional().describe('`nextCursor` of the previous page; absent for the first page.');

export const dateText = text(MAX_TIMESTAMP_LENGTH).check(z.iso.date());
export const timestampText = text(MAX_TIMESTAMP_LENGTH)
  .check(z.iso.datetime())
  .refine((moment) => isStorableTime(new Date(moment)), 'a moment from the year 1 to the year 9999');

/** A whole number in a query string. The pattern is exact, so that the OpenAPI document is as well. */
export const wholeNumber = (pattern: RegExp, bounds: string) =>
  text(9, `must be a whole number from ${bounds}`).regex(pattern, `must be a whole number from ${bounds}`).transform(Number);

/** A switch of the query: present and `true`, or absent. */
export const onlyTrue = z.literal('true', "only the value 'true' is accepted").optional();

/** Items of a page, unless the request says otherwise. */
export const DEFAULT_LIMIT = 20;
export const pageLimit = wholeNumber(/^(?:[1-9][0-9]?|100)$/, '1 to 100').default(DEFAULT_LIMIT);

/** Bits of an IPv6 address before the IPv4 address that is mapped into it (RFC 4291, 2.5.5.2). */
const MAPPED_BITS = 96;

/**
 * Spellings that programs read differently are refused: octal, hexadecimal and short IPv4, which the library takes, and IPv4 within IPv6
 * that is not mapped, which it takes for mapped.
 *
 * @returns one spelling for each network, of mapped addresses as IPv4, without bits beyond the prefix; null when the text is none
 */
export function canonicalNetwork(text: string): string | null {
  const [, spelled = ''] = /^([^/%]+)\/\d{1,3}$/.exec(text) ?? [];
  const isMixed = /:[^.:]*\./.test(spelled) && !/^::ffff:/i.test(spelled);
  if (isIP(spelled) === 0 || isMixed || !ipaddr.isValidCIDR(text)) return null;
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address instanceof ipaddr.IPv4) return `${ipaddr.IPv4.networkAddressFromCIDR(text).toString()}/${bits}`;
  if (address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return canonicalNetwork(`${address.toIPv4Address().toString()}/${bits - MAPPED_BITS}`);
  return `${ipaddr.IPv6.networkAddressFromCIDR(text).toString()}/${bits}`;
}
