/** Time zones of countries, by the runtime's own tables (CLDR). Pure. */

const known = new Map<string, ReadonlySet<string>>();

/** Zones in use in a country, each by one name; none for a code that is not in the tables. */
export function zonesOf(countryCode: string): ReadonlySet<string> {
  const zones = known.get(countryCode) ?? new Set(listZones(new Intl.Locale(`und-${countryCode}`)).map(canonicalZone));
  known.set(countryCode, zones);
  return zones;
}

/** Older JavaScript runtimes have a property, later ones a method. */
function listZones(locale: Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] | undefined }): readonly string[] {
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

const names = new Map<string, string>();

/** One name for each zone: tables differ between Europe/Kiev and Europe/Kyiv. @throws RangeError for what is no zone */
export function canonicalZone(zone: string): string {
  const name = names.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  names.set(zone, name);
  return name;
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** Hours by which a zone is ahead of UTC at a moment. */
function offsetHours(zone: string, at: Date): number {
  const format = offsets.get(zone) ?? new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  offsets.set(zone, format);
  const text = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '', hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(text) ?? [];
  return Number(`${sign}${Number(hours) + Number(minutes) / 60}`);
}

/** Hours between a zone and the nearest zone of a country at a moment, 0 to 12; null where the tables lack one of them. */
export function hoursApart(zone: string, countryCode: string, at: Date): number | null {
  try {
    const zones = zonesOf(countryCode);
    if (zones.has(canonicalZone(zone))) return 0;
    const gaps = [...zones].map((each) => Math.abs(offsetHours(each, at) - offsetHours(zone, at))).map((gap) => Math.min(gap, 24 - gap));
    return gaps.length === 0 ? null : Math.min(...gaps);
  } catch {
    return null; // what a provider sent is no zone
  }
}
