import type { IpDetails } from './ip-details.js';
import type { IpClaim } from './claim.js';
import { ANYCAST_SOURCES, HOME_SOURCES, LOCATION_RANKS, type IpCode, type IpSource } from './source-weights.js';

type Location = Pick<IpDetails, 'countryCode' | 'regionName' | 'cityName' | 'latitude' | 'longitude' | 'timezone'>;

interface DecidedLocation {
  readonly location: Location;
  /** Sources that decided the country and all other fields; null: undecided. */
  readonly countryBy: IpSource | null;
  readonly cityBy: IpSource | null;
}

const NO_LOCATION: Location = { countryCode: null, regionName: null, cityName: null, latitude: null, longitude: null, timezone: null };
const UNDECIDED: DecidedLocation = { location: NO_LOCATION, countryBy: null, cityBy: null };
const ANYCAST_CODES: ReadonlySet<IpCode> = new Set(['anycast', 'content_delivery']);

/**
 * The location of an address.
 * - An address that answers in many places has none: any location given for it is that of its registration.
 * - Sources of one rank that name different countries: none of them is used, but for a country that a third source confirms
 *   (`confirmedCountry`).
 * - A check that could not be made does not count as passed: no location while a source that might contradict it was queried and failed,
 *   and none from the shipped cities alone.
 * - Region, coordinates and time zone only with a city, all from the source of the city: without one they are the middle of a country. Of
 *   a mobile network only the country: its cities are those of the gateway, not of the phone.
 *
 * @param options.mobile whether the address belongs to a mobile network
 * @param options.failedSources sources that were queried and failed
 */
export function decideLocation(
  claims: readonly IpClaim[],
  options: { mobile: boolean; failedSources: ReadonlySet<string> },
): DecidedLocation {
  const { mobile, failedSources } = options;
  if (claims.some(({ codes }) => codes.some((code) => ANYCAST_CODES.has(code)))) return UNDECIDED;
  if (ANYCAST_SOURCES.some((source) => failedSources.has(source))) return UNDECIDED;
  for (const { sources, requiresAll, needsConfirmation } of LOCATION_RANKS) {
    const located = sources.flatMap((source) => claims.find((claim) => claim.source === source && claim.fields.countryCode) ?? []);
    const [first] = located;
    if (first === undefined) continue;
    if (requiresAll && sources.some((source) => failedSources.has(source))) return UNDECIDED;
    const isAgreed = new Set(located.map(({ fields }) => fields.countryCode)).size === 1;
    if (!isAgreed || (located.length === 1 && first.source === needsConfirmation)) return confirmedCountry(located, claims);
    const country = { ...NO_LOCATION, countryCode: first.fields.countryCode ?? null };
    const placed = mobile ? undefined : located.find(({ fields }) => fields.cityName);
    if (placed === undefined) return { location: country, countryBy: first.source, cityBy: null };
    return { location: { ...country, ...cityFields(placed) }, countryBy: first.source, cityBy: placed.source };
  }
  return UNDECIDED;
}

/** Territories of France and of the United States that have codes of their own. */
const TERRITORIES: ReadonlySet<string> = new Set('BL GF GP MF MQ NC PF PM RE WF YT AS GU MP PR VI'.split(' '));

/**
 * The country, and nothing else, of an address about which a city database and the registries disagree, or of which only the city database
 * knows. A third source decides, for one of them only:
 * - A newer edition of the city database that has come to the registries' country.
 * - A range that a cloud publishes with its region: the registries have the cloud's seat, the database the region.
 * - The network that announces the address, where it is in one country only, which one of the two names. Territories have codes of
 *   their own in databases, and the state's in the registries.
 * - The registration of the network's number, where it is in the country in which both editions of the city database see the address: its
 *   block came from elsewhere. The reverse shows nothing, as one company often registered both.
 * A file that an operator mounted is confirmed or not told; nothing else is told against it.
 */
function confirmedCountry(located: readonly IpClaim[], claims: readonly IpClaim[]): DecidedLocation {
  const countryOf = (source: IpSource) => claims.find((claim) => claim.source === source)?.fields.countryCode ?? null;
  const locatedBy = ({ source, fields }: IpClaim): DecidedLocation => {
    return { location: { ...NO_LOCATION, countryCode: fields.countryCode ?? null }, countryBy: source, cityBy: null };
  };
  const registries = located.find(({ source }) => source === 'network-countries');
  const city = located.find(({ source }) => source === 'mounted-city-database' || source === 'dbip-city-lite');
  if (city === undefined) return UNDECIDED;
  if (city.source === 'dbip-city-lite' && registries && registries.fields.countryCode === countryOf('dbip-country-lite'))
    return locatedBy(registries);
  if (claims.some(({ codes }) => codes.includes('cloud_region'))) return locatedBy(city);
  const homes = HOME_SOURCES.flatMap((source) => countryOf(source) ?? []);
  if (homes.some((home) => home === city.fields.countryCode)) return locatedBy(city);
  const mayBeOutdone = city.source === 'dbip-city-lite' && !TERRITORIES.has(city.fields.countryCode ?? '');
  if (registries && mayBeOutdone && homes.some((home) => home === registries.fields.countryCode)) return locatedBy(registries);
  const isSeenAgain = city.source === 'dbip-city-lite' && city.fields.countryCode === countryOf('dbip-country-lite');
  const isRegisteredThere = claims.some(({ registeredIn }) => registeredIn && registeredIn === city.fields.countryCode);
  return registries && isSeenAgain && isRegisteredThere ? locatedBy(city) : UNDECIDED;
}

function cityFields({ fields }: IpClaim): Omit<Location, 'countryCode'> {
  const { regionName = null, cityName = null, latitude = null, longitude = null, timezone = null } = fields;
  // Databases write 0, 0 when they have no coordinates; nobody lives there.
  const located = latitude !== null && longitude !== null && !(latitude === 0 && longitude === 0);
  return { regionName, cityName, latitude: located ? latitude : null, longitude: located ? longitude : null, timezone };
}
