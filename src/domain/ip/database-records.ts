import type { IpFields, IpClaim } from './claim.js';
import type { IpSource } from './sources.js';
import { parseCountryCode, parseDegrees, asObject, parseName } from '../readings.js';

export interface CityRecord {
  /** `timezone` is the record's own, where it has one. */
  readonly fields: IpFields;
  /** Whether the record marks the address as anycast: in many places. */
  readonly anycast: boolean;
}

/**
 * Reads a record of a city database: flat (`city`, `state1`, `country_code`, as ip-location-db and IPinfo have it) or nested
 * (`city.names.en`, `subdivisions[0].names.en`, `country.iso_code`, `location.latitude`, as MaxMind and DB-IP have it).
 *
 * @param record as the database returns it; anything else gives no fields
 */
export function readCityRecord(record: unknown): CityRecord {
  const {
    city,
    country,
    country_code: code,
    state1,
    region,
    subdivisions,
    location,
    latitude,
    lat,
    longitude,
    lng,
    timezone,
    ...rest
  } = asObject(record);
  const place = asObject(location);
  const anycast = rest['is_anycast'] ?? asObject(rest['traits'])['is_anycast'];
  return {
    fields: {
      countryCode: parseCountryCode(code) ?? parseCountryCode(country) ?? parseCountryCode(asObject(country)['iso_code']),
      regionName: parseName(state1) ?? parseName(region) ?? englishName(Array.isArray(subdivisions) ? subdivisions[0] : null),
      cityName: parseName(city) ?? englishName(city),
      latitude: parseDegrees(latitude ?? lat ?? place['latitude'], 90),
      longitude: parseDegrees(longitude ?? lng ?? place['longitude'], 180),
      timezone: parseName(timezone) ?? parseName(place['time_zone']),
    },
    anycast: anycast === true || anycast === 'true',
  };
}

const englishName = (value: unknown): string | null => parseName(asObject(asObject(value)['names'])['en']);

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

/** The network that announces an address on the Internet. */
interface Network {
  /** Autonomous system number. */
  readonly number: number;
  /** Its holder, by the registry's name; not always the retail brand. Null: unknown. */
  readonly owner: string | null;
}

/**
 * Networks that only do hosting: their holders were checked in the data one by one. Left out are those that also sell access lines (OVH's
 * telecom arm, M247's in the UK), and numbers that have changed hands.
 */
const HOSTING: ReadonlySet<number> = new Set([
  3842, 7203, 7684, 8068, 8075, 8560, 8987, 9009, 9123, 9370, 9371, 11878, 12586, 12876, 13335, 14061, 14618, 15169, 16265, 16276, 16509,
  16625, 19148, 20278, 20454, 20473, 20940, 21100, 21859, 22612, 23033, 23470, 24940, 24961, 25369, 25820, 26496, 28753, 29066, 29802,
  29873, 30083, 30633, 31898, 32244, 32613, 33182, 35916, 36351, 36352, 36459, 37963, 38001, 39351, 40021, 40676, 42473, 42708, 43289,
  43350, 44094, 45090, 45102, 45753, 46475, 46562, 46606, 46664, 47583, 48282, 49505, 49981, 50304, 51167, 51852, 53667, 53755, 54113,
  54203, 54290, 55081, 55286, 55933, 55990, 56630, 59253, 60068, 60781, 61317, 62005, 62240, 62904, 63023, 63949, 64050, 132203, 133752,
  134963, 136907, 141995, 197540, 197695, 199524, 200019, 200651, 202053, 202425, 203020, 204957, 206092, 210644, 212238, 213230, 395954,
  396362, 396982, 398101,
]);

/**
 * Content delivery networks, which answer from a location near the client, Google's own among them (its cloud is another network).
 * Databases locate all of their addresses at the company's seat, so the location of such an address is unknown.
 */
const CONTENT_DELIVERY: ReadonlySet<number> = new Set([13335, 15169, 54113]);

/** Networks of mobile operators that carry only mobile data, as far as the operators say. */
const MOBILE: ReadonlySet<number> = new Set([
  6167, 9605, 9644, 12958, 20057, 21928, 22394, 25135, 25159, 28403, 29180, 29975, 31213, 38266, 39603, 45271, 51207, 55410, 60339, 206067,
]);

/**
 * Networks whose customers are mostly households. They serve businesses too, so this gives a code and never a connection type: the
 * network does not show which of the two an address is.
 */
const CONSUMER: ReadonlySet<number> = new Set([
  1267, 3215, 3269, 5089, 5607, 5769, 6128, 6327, 6848, 7015, 7545, 7552, 7922, 8881, 10796, 11351, 11426, 11427, 12271, 12322, 12741,
  13285, 20001, 20115, 20880, 22773, 29695, 33363, 33490, 33491, 33651, 33657, 33915, 45758,
]);

/** The claim that follows from the network of an address. */
export function claimOfNetwork(source: IpSource, { number, owner }: Network): IpClaim {
  const says = { asn: `AS${number}`, isp: owner };
  if (HOSTING.has(number)) {
    const codes = CONTENT_DELIVERY.has(number) ? (['hosting_network', 'content_delivery'] as const) : (['hosting_network'] as const);
    return { source, fields: { ...says, isHosting: true, connectionType: 'Hosting' }, codes };
  }
  if (MOBILE.has(number)) return { source, fields: { ...says, connectionType: 'Wireless' }, codes: ['mobile_network'] };
  return { source, fields: says, codes: CONSUMER.has(number) ? ['consumer_network'] : [] };
}

/** All numbers of known kinds, for the test that compares them with the data. */
export const KNOWN_NETWORKS = { hosting: HOSTING, mobile: MOBILE, consumer: CONSUMER } as const;

/** VPN brands in their own spelling, by their names in the data. */
const BRANDS: Readonly<Record<string, string>> = { Mullvad: 'Mullvad', ProtonVPN: 'Proton VPN' };

/**
 * The claim from a listed range. A list shows nothing about addresses that are not in it: no field is ever false.
 *
 * A privacy relay does not count as a VPN: it hides the address from sites but keeps the region, and its owner says so.
 *
 * @param kind `hosting`, `cdn`, `vpn`, `tor` or `bot`
 * @param name of the range's holder
 */
export function claimOfKind(kind: string, name: string): IpClaim {
  const source = 'network-kinds';
  switch (kind) {
    case 'hosting':
      return { source, fields: { isHosting: true, connectionType: 'Hosting' }, codes: ['hosting_range'] };
    case 'cdn':
      return { source, fields: { isHosting: true, connectionType: 'Hosting' }, codes: ['hosting_range', 'content_delivery'] };
    case 'tor':
      return { source, fields: { isTor: true }, codes: ['tor_exit'] };
    case 'bot':
      return { source, fields: { isScraper: true }, codes: ['declared_crawler'] };
    case 'vpn': {
      const operator = BRANDS[name];
      if (operator === undefined) return { source, fields: {}, codes: ['privacy_relay'] };
      return { source, fields: { isVpn: true, operator }, codes: ['vpn_brand'] };
    }
    default:
      return { source, fields: {}, codes: [] };
  }
}
