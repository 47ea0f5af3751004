import type { Network } from './networks.js';
import { parseName } from '../readings.js';

/**
 * Reads a record of a network database: `autonomous_system_number` and `autonomous_system_organization` (MaxMind, DB-IP,
 * ip-location-db), or `asn` (`AS15169` or a number) with `as_name` or `name` (IPinfo).
 *
 * @returns null when the record names no network
 */
export function readNetworkRecord(record: unknown): Network | null {
  if (typeof record !== 'object' || record === null) return null;
  const fields = record as Readonly<Record<string, unknown>>;
  const number = parseAsn(fields['autonomous_system_number'] ?? fields['asn']);
  if (number === null) return null;
  return {
    number,
    owner: parseName(fields['autonomous_system_organization']) ?? parseName(fields['as_name']) ?? parseName(fields['name']),
  };
}

/** An autonomous system number (RFC 6793: 32 bits), also as text; null when the value is none. */
export function parseAsn(value: unknown): number | null {
  const digits = /^(?:AS)?(\d{1,10})$/i.exec(String(value ?? ''))?.[1];
  const number = Number(digits);
  return digits !== undefined && number > 0 && number < 2 ** 32 ? number : null;
}
