import type { AddressFacts } from '../enrichment.js';
import type { AddressClaim, AddressCode, AddressSource } from './claim.js';
import { LOCATION_RANKS } from './precedence.js';

export type Location = Pick<AddressFacts, 'countryCode' | 'regionName' | 'cityName' | 'latitude' | 'longitude' | 'timezone'>;

export interface DecidedLocation {
  readonly location: Location;
  /** Sources that decided the country and all other fields; null: undecided. */
  readonly countryBy: AddressSource | null;
  readonly placeBy: AddressSource | null;
}

const NOWHERE: Location = { countryCode: null, regionName: null, cityName: null, latitude: null, longitude: null, timezone: null };
const UNDECIDED: DecidedLocation = { location: NOWHERE, countryBy: null, placeBy: null };
const EVERYWHERE: ReadonlySet<AddressCode> = new Set(['anycast', 'content_delivery']);
/** Sources that know anycast and content delivery addresses. */
const KNOW_EVERYWHERE: readonly AddressSource[] = ['network-owners', 'network-kinds'];

/**
 * The location of an address.
 * - An address that answers in many places has none: any location given for it is that of its registration.
 * - Sources of one rank that name different countries: none of them is used.
 * - A check that could not be made does not count as passed: no location while a source that might contradict it was queried and failed,
 *   and none from the shipped cities alone.
 * - Region, coordinates and time zone only with a city, all from the source of the city: without one they are the middle of a country. Of
 *   a mobile network only the country: its cities are those of the gateway, not of the phone.
 *
 * @param options.mobile whether the address belongs to a mobile network
 * @param options.unheard sources that were queried and failed
 */
export function decideLocation(
  claims: readonly AddressClaim[],
  options: { mobile: boolean; unheard: ReadonlySet<string> },
): DecidedLocation {
  const { mobile, unheard } = options;
  if (claims.some(({ codes }) => codes.some((code) => EVERYWHERE.has(code)))) return UNDECIDED;
  if (KNOW_EVERYWHERE.some((source) => unheard.has(source))) return UNDECIDED;
  for (const { sources, needAll, notAlone } of LOCATION_RANKS) {
    const located = sources.flatMap((source) => claims.find((claim) => claim.source === source && claim.says.countryCode) ?? []);
    const [first] = located;
    if (first === undefined) continue;
    if (new Set(located.map(({ says }) => says.countryCode)).size > 1) return UNDECIDED;
    if (needAll && sources.some((source) => unheard.has(source))) return UNDECIDED;
    if (located.length === 1 && first.source === notAlone) return UNDECIDED;
    const country = { ...NOWHERE, countryCode: first.says.countryCode ?? null };
    const placed = mobile ? undefined : located.find(({ says }) => says.cityName);
    if (placed === undefined) return { location: country, countryBy: first.source, placeBy: null };
    return { location: { ...country, ...placeOf(placed) }, countryBy: first.source, placeBy: placed.source };
  }
  return UNDECIDED;
}

function placeOf({ says }: AddressClaim): Omit<Location, 'countryCode'> {
  const { regionName = null, cityName = null, latitude = null, longitude = null, timezone = null } = says;
  // Databases write 0, 0 when they have no coordinates; nobody lives there.
  const located = latitude !== null && longitude !== null && !(latitude === 0 && longitude === 0);
  return { regionName, cityName, latitude: located ? latitude : null, longitude: located ? longitude : null, timezone };
}
