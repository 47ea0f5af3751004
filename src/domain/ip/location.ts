import type { IpDetails } from '../lookup/enrichment.js';
import type { IpClaim, IpCode, IpSource } from './claim.js';
import { LOCATION_RANKS } from './precedence.js';

export type Location = Pick<IpDetails, 'countryCode' | 'regionName' | 'cityName' | 'latitude' | 'longitude' | 'timezone'>;

export interface DecidedLocation {
  readonly location: Location;
  /** Sources that decided the country and all other fields; null: undecided. */
  readonly countryBy: IpSource | null;
  readonly cityBy: IpSource | null;
}

const NO_LOCATION: Location = { countryCode: null, regionName: null, cityName: null, latitude: null, longitude: null, timezone: null };
const UNDECIDED: DecidedLocation = { location: NO_LOCATION, countryBy: null, cityBy: null };
const ANYCAST_CODES: ReadonlySet<IpCode> = new Set(['anycast', 'content_delivery']);
/** Sources that know anycast and content delivery addresses. */
const ANYCAST_SOURCES: readonly IpSource[] = ['network-owners', 'network-kinds'];

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
export function decideLocation(claims: readonly IpClaim[], options: { mobile: boolean; unheard: ReadonlySet<string> }): DecidedLocation {
  const { mobile, unheard } = options;
  if (claims.some(({ codes }) => codes.some((code) => ANYCAST_CODES.has(code)))) return UNDECIDED;
  if (ANYCAST_SOURCES.some((source) => unheard.has(source))) return UNDECIDED;
  for (const { sources, requiresAll, needsConfirmation } of LOCATION_RANKS) {
    const located = sources.flatMap((source) => claims.find((claim) => claim.source === source && claim.fields.countryCode) ?? []);
    const [first] = located;
    if (first === undefined) continue;
    if (new Set(located.map(({ fields }) => fields.countryCode)).size > 1) return UNDECIDED;
    if (requiresAll && sources.some((source) => unheard.has(source))) return UNDECIDED;
    if (located.length === 1 && first.source === needsConfirmation) return UNDECIDED;
    const country = { ...NO_LOCATION, countryCode: first.fields.countryCode ?? null };
    const placed = mobile ? undefined : located.find(({ fields }) => fields.cityName);
    if (placed === undefined) return { location: country, countryBy: first.source, cityBy: null };
    return { location: { ...country, ...cityFields(placed) }, countryBy: first.source, cityBy: placed.source };
  }
  return UNDECIDED;
}

function cityFields({ fields }: IpClaim): Omit<Location, 'countryCode'> {
  const { regionName = null, cityName = null, latitude = null, longitude = null, timezone = null } = fields;
  // Databases write 0, 0 when they have no coordinates; nobody lives there.
  const located = latitude !== null && longitude !== null && !(latitude === 0 && longitude === 0);
  return { regionName, cityName, latitude: located ? latitude : null, longitude: located ? longitude : null, timezone };
}
