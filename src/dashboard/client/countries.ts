import { REGIONS } from '../../kernel/identity/regions.js';

const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** Countries to choose from: code and name, by name. */
export const COUNTRIES: readonly (readonly [code: string, name: string])[] = REGIONS.map(
  (code) => [code, NAMES.of(code) ?? code] as const,
).toSorted(([, one], [, other]) => one.localeCompare(other));
