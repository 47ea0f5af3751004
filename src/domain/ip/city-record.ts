import type { IpFields } from './claim.js';
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
