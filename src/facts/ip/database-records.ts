import type { IpFields, IpClaim } from './claim.js';
import { classifyNetwork, homeCountry, isContentDelivery, type NetworkKind, vpnBrand } from './networks/classify.js';
import type { IpCode, IpSource } from './source-weights.js';
import { parseCountryCode, parseDegrees, asObject, parseName } from '../../kernel/values/readings.js';

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
  const position = asObject(location);
  const anycast = rest['is_anycast'] ?? asObject(rest['traits'])['is_anycast'];
  return {
    fields: {
      countryCode: parseCountryCode(code) ?? parseCountryCode(country) ?? parseCountryCode(asObject(country)['iso_code']),
      regionName: parseName(state1) ?? parseName(region) ?? englishName(Array.isArray(subdivisions) ? subdivisions[0] : null),
      cityName: parseName(city) ?? englishName(city),
      latitude: parseDegrees(latitude ?? lat ?? position['latitude'], 90),
      longitude: parseDegrees(longitude ?? lng ?? position['longitude'], 180),
      timezone: parseName(timezone) ?? parseName(position['time_zone']),
    },
    anycast: anycast === true || anycast === 'true',
  };
}

const englishName = (value: unknown): string | null => parseName(asObject(asObject(value)['names'])['en']);

/**
 * Reads a record of a network database: `autonomous_system_number` and `autonomous_system_organization` (MaxMind, DB-IP,
 * ip-location-db), or `asn` ("AS15169" or a number) with `as_name` or `name` (IPinfo).
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

/** What each kind of network shows. */
const SHOWN: Readonly<Record<NetworkKind['kind'], { readonly fields: IpFields; readonly byNumber: IpCode; readonly byName?: IpCode }>> = {
  hosting: { fields: { isHosting: true, connectionType: 'Hosting' }, byNumber: 'hosting_network', byName: 'hosting_owner' },
  vpn: { fields: { isVpn: true, isHosting: true, connectionType: 'Hosting' }, byNumber: 'vpn_network' },
  mobile: { fields: { connectionType: 'Wireless' }, byNumber: 'mobile_network' },
  consumer: { fields: { connectionType: 'Residential' }, byNumber: 'consumer_network', byName: 'consumer_owner' },
  organisation: { fields: { connectionType: 'Business' }, byNumber: 'organisation_network', byName: 'organisation_owner' },
};

/** The claim that follows from the network of an address. */
export function claimOfNetwork(source: IpSource, { number, owner }: Network): IpClaim {
  const named = { asn: `AS${number}`, isp: owner, countryCode: homeCountry(number) };
  const known = classifyNetwork(number, owner);
  if (known === null) return { source, fields: named, codes: [] };
  const { fields, byNumber, byName = byNumber } = SHOWN[known.kind];
  const operator = known.kind === 'vpn' ? vpnBrand(number) : null;
  const code = known.shownBy === 'number' ? byNumber : byName;
  return { source, fields: { ...named, ...fields, operator }, codes: isContentDelivery(number) ? [code, 'content_delivery'] : [code] };
}

/** VPN brands in their own spelling, by their names in the data. */
const BRANDS: Readonly<Record<string, string>> = { Mullvad: 'Mullvad', ProtonVPN: 'Proton VPN' };

/**
 * Clouds that publish the region of each range. Measured against the regions that they published in July 2025, the city database had the
 * right country in 5,197 of 5,201 addresses about which the registries disagreed.
 */
const CLOUD_REGIONS: ReadonlySet<string> = new Set(['Amazon AWS', 'Microsoft Azure', 'Oracle Cloud']);

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
      return {
        source,
        fields: { isHosting: true, connectionType: 'Hosting' },
        codes: CLOUD_REGIONS.has(name) ? ['hosting_range', 'cloud_region'] : ['hosting_range'],
      };
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
