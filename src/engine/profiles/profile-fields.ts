/** Values of a platform's answer as fields of a profile: bounded, clean, or left out. Nothing is repaired by a guess. Pure. */
import { normalise } from '../../kernel/values/normalise.js';
import { parseUrl } from '../../kernel/values/parse-url.js';
import type { TimeFormat } from '../catalogue/rules/profile.js';

/** Longest name that is shown, in characters; what is longer is no name. */
const MAX_NAME = 100;
/** Longest address of a picture, in characters. */
const MAX_PICTURE_URL = 500;
/** Largest count: more than there are people. */
const MAX_COUNT = 100_000_000_000;
/** No platform of the catalogue is older, in milliseconds since 1970. */
const EARLIEST = Date.UTC(1990, 0, 1);
/** How far a platform's clock may be ahead, in milliseconds. */
const CLOCK_SKEW_MS = 86_400_000;

/** Formatting characters without the joiners, which names in some scripts need: they turn text around or hide it. */
const FORMATTING = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}]|(?![\u200c\u200d])\p{Cf}/gu;
/** Marks piled on one letter hide the text around it. */
const PILED_MARKS = /\p{M}{5}/u;
/** Addresses, numbers and markup are no names: they would be identities, or links, in a field of free text. */
const NO_NAME = /[<>@]|:\/\/|\bwww\.|\d(?:[\s().-]*\d){6}/iu;

/**
 * A name in one line.
 *
 * @param identity the identity that was probed: a name that repeats it says nothing
 * @returns undefined for what is no name
 */
export function readName(value: unknown, identity: string): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_NAME) return undefined;
  const line = value
    .replace(/[\s\p{Cc}]/gu, ' ')
    .replace(FORMATTING, '')
    .replace(/ +/g, ' ')
    .trim();
  const name = normalise(line);
  if (!/[\p{L}\p{N}\p{So}]/u.test(name) || PILED_MARKS.test(name) || NO_NAME.test(name)) return undefined;
  return name.toLowerCase() === identity.toLowerCase() ? undefined : name;
}

/** The address of a picture. @param hosts on which it has to be */
export function readPictureUrl(value: unknown, hosts: readonly string[]): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_PICTURE_URL) return undefined;
  const url = parseUrl(value.startsWith('//') ? `https:${value}` : value);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  return hosts.includes(url.hostname) ? `${url.origin}${url.pathname}${url.search}` : undefined;
}

export function readCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_COUNT ? value : undefined;
}

/** A moment in milliseconds since 1970. @returns undefined for what is none, or lies outside of what is possible at `now` */
export function readTime(value: unknown, as: TimeFormat, now: number): number | undefined {
  const time = timeOf(value, as);
  return time !== undefined && time >= EARLIEST && time <= now + CLOCK_SKEW_MS ? time : undefined;
}

/** A year alone: a number, or its four digits. */
export function readYear(value: unknown, now: number): number | undefined {
  const year = typeof value === 'string' && /^\d{4}$/.test(value) ? Number(value) : value;
  if (typeof year !== 'number' || !Number.isInteger(year)) return undefined;
  return year >= new Date(EARLIEST).getUTCFullYear() && year <= new Date(now).getUTCFullYear() ? year : undefined;
}

function timeOf(value: unknown, as: TimeFormat): number | undefined {
  if (as === 'seconds' || as === 'milliseconds') {
    return typeof value === 'number' && Number.isFinite(value) ? Math.floor(value * (as === 'seconds' ? 1_000 : 1)) : undefined;
  }
  if (typeof value !== 'string' || value.length > 40) return undefined;
  return as === 'iso' ? isoTime(value) : as === 'english' ? englishTime(value) : undefined;
}

/** ISO 8601, with a space for the `T` as well: nothing that `Date.parse` would guess at. */
const ISO = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s?(Z|[+-]\d\d:?\d\d)?)?$/;

function isoTime(text: string): number | undefined {
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z'] = ISO.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const time = utc([year, month, day, hour, minute, second].map(Number));
  return time === undefined ? undefined : time + Math.floor(Number(`0.${fraction}`) * 1_000) - offsetOf(zone);
}

const offsetOf = (zone: string): number => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAY_FIRST = /^([A-Z][a-z]{2})[a-z]* {1,2}(\d{1,2}), (\d{4})$/;
const UNIX_DATE = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (?:UTC|GMT) (\d{4})$/;

function englishTime(text: string): number | undefined {
  const [date, month = '', day, year] = DAY_FIRST.exec(text) ?? [];
  if (date !== undefined) return utc([Number(year), MONTHS.indexOf(month.toLowerCase()) + 1, Number(day)]);
  const [whole, name = '', ofMonth, hour, minute, second, inYear] = UNIX_DATE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return utc([Number(inYear), MONTHS.indexOf(name.toLowerCase()) + 1, ...[ofMonth, hour, minute, second].map(Number)]);
}

/** A moment in UTC; undefined where there is none, such as 30 February. */
function utc([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]): number | undefined {
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isSame = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && date.getUTCHours() === hour;
  return isSame && minute < 60 && second < 60 ? date.getTime() : undefined;
}
