import lookup from '@photostructure/tz-lookup';

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
  if (!zones.has(canonical(here))) return null;
  const around = [
    [BORDER_DEGREES, 0],
    [-BORDER_DEGREES, 0],
    [0, BORDER_DEGREES],
    [0, -BORDER_DEGREES],
  ].map(([north = 0, east = 0]) => {
    return canonical(lookup(clamp(latitude + north, 90), clamp(longitude + east, 180)));
  });
  return around.every((zone) => zone === canonical(here) || !zones.has(zone)) ? here : null;
}

const clamp = (degrees: number, limit: number): number => Math.min(Math.max(degrees, -limit), limit);

const known = new Map<string, ReadonlySet<string>>();

/** Zones in use in a country by the runtime's own tables (CLDR); none for a code that is not in them. */
function zonesOf(countryCode: string): ReadonlySet<string> {
  const zones = known.get(countryCode) ?? new Set(listZones(new Intl.Locale(`und-${countryCode}`)).map(canonical));
  known.set(countryCode, zones);
  return zones;
}

/** Older JavaScript runtimes have a property, later ones a method. */
function listZones(locale: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined }): readonly string[] {
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

const names = new Map<string, string>();

/** One name for each zone: tables differ between Europe/Kiev and Europe/Kyiv. */
function canonical(zone: string): string {
  const name = names.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  names.set(zone, name);
  return name;
}
