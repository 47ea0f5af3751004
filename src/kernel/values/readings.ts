/** Codes that databases use for "somewhere in Europe", "unknown", proxies and satellites: no countries. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'AP', 'ZZ', 'XX', 'T1', 'A1', 'A2', 'O1', 'AN', 'UN']);

/** Codes outside of ISO 3166 that are still in use: Metropolitan France, and the United Kingdom where `GB` is meant. */
const LEGACY_CODES: Readonly<Record<string, string>> = { FX: 'FR', UK: 'GB' };

/** An ISO 3166 code in capitals; null when the text is not one. */
export function parseCountryCode(text: unknown): string | null {
  const upper = typeof text === 'string' ? text.trim().toUpperCase() : '';
  const code = Object.hasOwn(LEGACY_CODES, upper) ? (LEGACY_CODES[upper] as string) : upper;
  return /^[A-Z]{2}$/.test(code) && !NO_COUNTRY.has(code) ? code : null;
}

/** What databases and providers write for unknown values. */
const UNKNOWN_VALUES: ReadonlySet<string> = new Set([
  '',
  '-',
  'n/a',
  'na',
  'none',
  'null',
  'unknown',
  'undefined',
  'premium required.',
  'premium required',
]);

/** A name; null when the text means that there is none. */
export function parseName(text: unknown): string | null {
  const name = typeof text === 'string' ? text.trim() : '';
  return UNKNOWN_VALUES.has(name.toLowerCase()) ? null : name;
}

/** A degree of latitude (`limit` 90) or longitude (180), to five places; numbers as text are read. Null: none. */
export function parseDegrees(value: unknown, limit: 90 | 180): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || Math.abs(number) > limit) return null;
  return Math.round(number * 1e5) / 1e5;
}

/** A whole percentage; null when the value is no number from 0 to 100. */
export function parsePercent(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 100 ? Math.round(number) : null;
}

/** A flag; null for anything but a boolean. */
export function parseFlag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** Members of an object; none when the value is no object. */
export function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
