/** Parsers of command-line values, which run before anything is opened. */
import { InvalidArgumentError } from 'commander';
import { canonicalNetwork } from '../kernel/http/request-fields.js';
import { isoDate } from '../facts/breaches/normalize.js';
import { ServiceError } from '../kernel/values/errors.js';
import type { IdentityParser } from '../kernel/identity/identity.js';
import { faultOfGuess, kindOfText } from '../kernel/identity/guesses.js';
import { REGION_FAULT, REGIONS } from '../kernel/identity/regions.js';
import type { Column } from '../kernel/identity/columns.js';
import { SUBJECT_KINDS, type SubjectKind } from '../kernel/identity/subjects.js';

/** @returns a parser that throws InvalidArgumentError for all but the whole numbers from 0 to `most` */
export function wholeNumber(most: number): (text: string) => number {
  return (text) => {
    if (!/^\d+$/.test(text) || Number(text) > most) throw new InvalidArgumentError(`It must be a whole number from 0 to ${most}.`);
    return Number(text);
  };
}

/** @throws InvalidArgumentError for a text that is no date of the calendar, or a date before any breach */
export function breachDate(text: string): string {
  const date = isoDate(text);
  if (date === null) throw new InvalidArgumentError('It must be a date, YYYY-MM-DD.');
  return date;
}

/** @throws InvalidArgumentError for a text that is no date or time in ISO 8601; a time needs its offset, a date begins in UTC */
export function moment(text: string): Date {
  const isIso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = new Date(text);
  if (!isIso || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a date or a time, YYYY-MM-DD or YYYY-MM-DDTHH:MM:SSZ.');
  return time;
}

/** Collects networks. @throws InvalidArgumentError for a text that is not a network in CIDR notation */
export function network(text: string, earlier: readonly string[] = []): string[] {
  const canonical = canonicalNetwork(text);
  if (canonical === null) throw new InvalidArgumentError('It must be a network in CIDR notation, such as 192.0.2.0/24.');
  return [...earlier, canonical];
}

/** The kind of an identity that was given without `--type`. @throws ServiceError when it is none, before anything is read or stored */
export function identityKind(parser: Pick<IdentityParser, 'phone'>, raw: string): SubjectKind {
  const kind = kindOfText(parser, raw);
  const fault = faultOfGuess(kind, raw);
  if (fault !== null) throw new ServiceError('invalid_parameter', `The identity ${fault}; use --type to set its kind.`);
  return kind;
}

/** @throws InvalidArgumentError for a text that is no country of phone numbers */
export function region(text: string): string {
  if (!REGIONS.includes(text)) throw new InvalidArgumentError(`It ${REGION_FAULT}.`);
  return text;
}

/** What columns hold, by the names of `--column`. */
const HELD: ReadonlyMap<string, Column['holds']> = new Map([
  ...SUBJECT_KINDS.map((kind) => [kind, kind] as const),
  ['ref', 'ref'],
  ['name', 'claimedName'],
  ['company', 'claimedCompany'],
  ['country', 'claimedCountry'],
]);

/** Collects what columns hold, such as `email=3`. @throws InvalidArgumentError */
export function column(text: string, earlier: readonly Column[] = []): Column[] {
  const [, named = '', place = ''] = /^(\w+)=(\d{1,3})$/.exec(text) ?? [];
  const holds = HELD.get(named);
  if (holds === undefined || Number(place) === 0)
    throw new InvalidArgumentError(
      `It must be a kind and the place of its column, such as email=3. Kinds: ${[...HELD.keys()].join(', ')}.`,
    );
  return [...earlier, { index: Number(place) - 1, name: named, holds, isChosen: true }];
}
