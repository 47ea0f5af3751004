import lookup from '@photostructure/tz-lookup';
import { canonicalZone, zonesOf } from '../time-zones.js';

/** Degrees around a city in which its country may have no second zone: the table of zones is a coarse grid (11 km). */
const BORDER_DEGREES = 0.1;

export interface Location {
  readonly countryCode: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/**
 * IANA time zone of a city. Null where it is uncertain: without a location, when the zone at the location belongs to another country, and
 * close to the border of another zone of the same country.
 */
export function timezoneAt({ countryCode, latitude, longitude }: Location): string | null {
  if (countryCode === null || latitude === null || longitude === null) return null;
  const zones = zonesOf(countryCode);
  const here = lookup(latitude, longitude);
  if (!zones.has(canonicalZone(here))) return null;
  const around = [
    [BORDER_DEGREES, 0],
    [-BORDER_DEGREES, 0],
    [0, BORDER_DEGREES],
    [0, -BORDER_DEGREES],
  ].map(([north = 0, east = 0]) => {
    return canonicalZone(lookup(clamp(latitude + north, 90), clamp(longitude + east, 180)));
  });
  return around.every((zone) => zone === canonicalZone(here) || !zones.has(zone)) ? here : null;
}

const clamp = (degrees: number, limit: number): number => Math.min(Math.max(degrees, -limit), limit);
