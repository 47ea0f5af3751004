import type { AddressStatements } from './claim.js';
import { countryCodeOf, degreesOf, fieldsOf, nameOf } from '../readings.js';

export interface CityRecord {
  /** `timezone` is the record's own, where it has one. */
  readonly says: AddressStatements;
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
  } = fieldsOf(record);
  const place = fieldsOf(location);
  const anycast = rest['is_anycast'] ?? fieldsOf(rest['traits'])['is_anycast'];
  return {
    says: {
      countryCode: countryCodeOf(code) ?? countryCodeOf(country) ?? countryCodeOf(fieldsOf(country)['iso_code']),
      regionName: nameOf(state1) ?? nameOf(region) ?? englishName(Array.isArray(subdivisions) ? subdivisions[0] : null),
      cityName: nameOf(city) ?? englishName(city),
      latitude: degreesOf(latitude ?? lat ?? place['latitude'], 90),
      longitude: degreesOf(longitude ?? lng ?? place['longitude'], 180),
      timezone: nameOf(timezone) ?? nameOf(place['time_zone']),
    },
    anycast: anycast === true || anycast === 'true',
  };
}

const englishName = (value: unknown): string | null => nameOf(fieldsOf(fieldsOf(value)['names'])['en']);
