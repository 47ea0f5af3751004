import type { IpDetails } from '../lookup/enrichment.js';
import { unknownIpDetails, type IpClaim, type IpFieldName, type IpSource, type IpCode } from './claim.js';

export interface MergedIp {
  readonly facts: IpDetails;
  /** Fields that each source decided; one that decided nothing is absent. */
  readonly decidedFields: ReadonlyMap<IpSource, readonly IpFieldName[]>;
}

const FLAGS = ['isProxy', 'isVpn', 'isTor', 'isHosting', 'isScraper', 'isCompromised'] as const satisfies readonly IpFieldName[];

/**
 * Merges the claims of sources about an address, each field by its precedence. Fields that no source knows are null; the order of the
 * claims does not matter.
 *
 * @param said at most one claim per source
 * @param unheard sources that were queried and failed
 */
export function mergeIp(ip: string, said: readonly IpClaim[], unheard: ReadonlySet<string> = new Set()): MergedIp {
  const facts: { -readonly [Field in keyof IpDetails]: IpDetails[Field] } = unknownIpDetails(ip);
  const decided = new Map<IpSource, IpFieldName[]>();
  const credit = (source: IpSource | null | undefined, fields: readonly IpFieldName[]): void => {
    const known = fields.filter((field) => facts[field] !== null);
    if (source && known.length > 0) decided.set(source, [...(decided.get(source) ?? []), ...known]);
  };

  const network = firstClaimWith(said, 'asn');
  facts.asn = network?.fields.asn ?? null;
  facts.isp = network?.fields.isp ?? null;
  credit(network?.source, ['asn', 'isp']);
  const claims = said.map((claim) => withoutOtherNetworkFields(claim, facts.asn));

  for (const flag of FLAGS) {
    const decider = decideFlag(claims, flag);
    facts[flag] = decider?.fields[flag] ?? null;
    credit(decider?.source, [flag]);
  }

  const brand = firstClaimWith(facts.isVpn === true ? claims.filter(({ fields }) => fields.isVpn === true) : [], 'operator');
  facts.operator = brand?.fields.operator ?? null;
  credit(brand?.source, ['operator']);

  const connection = firstClaimWith(
    claims.filter(({ fields }) => isConsistentWithHosting(fields.connectionType, facts.isHosting)),
    'connectionType',
  );
  facts.connectionType = connection?.fields.connectionType ?? null;
  credit(connection?.source, ['connectionType']);

  const scorer = firstClaimWith(claims, 'riskScore');
  const evidence = scorer ? null : scoreListings(claims, facts);
  facts.riskScore = scorer?.fields.riskScore ?? evidence?.score ?? null;
  facts.confidence = scorer ? (scorer.fields.confidence ?? null) : (evidence?.confidence ?? null);
  credit(scorer?.source ?? evidence?.source, ['riskScore', 'confidence']);

  const { location, countryBy, cityBy } = decideLocation(claims, { mobile: facts.connectionType === 'Wireless', unheard });
  Object.assign(facts, location);
  credit(countryBy, ['countryCode']);
  credit(cityBy, ['regionName', 'cityName', 'latitude', 'longitude', 'timezone']);
  return { facts, decidedFields: decided };
}

/** Whether a connection type agrees with what was decided about hosting; one that contradicts it is not used. */
function isConsistentWithHosting(type: IpDetails['connectionType'] | undefined, isHosting: boolean | null): boolean {
  if (type === 'Hosting') return isHosting !== false;
  return (type !== 'Wireless' && type !== 'Residential') || isHosting !== true;
}

/** Sources that derive the connection type from the number of the network. */
const NUMBER_BASED_SOURCES: ReadonlySet<IpSource> = new Set(['mounted-network-database', 'network-owners']);

/** Drops what a claim derived from its network's number when a better source knows that the address is in another network. */
function withoutOtherNetworkFields(claim: IpClaim, asn: string | null): IpClaim {
  const own = claim.fields.asn ?? null;
  if (own === null || own === asn || !NUMBER_BASED_SOURCES.has(claim.source)) return claim;
  return { ...claim, fields: { ...claim.fields, isHosting: null, connectionType: null } };
}

/**
 * The claim of the first source that knows a flag; undefined when it says "no" and another one "yes", unless its "no" is final
 * (`FINAL_NO_SOURCES`).
 */
function decideFlag(claims: readonly IpClaim[], flag: (typeof FLAGS)[number]): IpClaim | undefined {
  const decider = firstClaimWith(claims, flag);
  if (decider?.fields[flag] !== false || FINAL_NO_SOURCES.has(decider.source)) return decider;
  const order: readonly IpSource[] = PRECEDENCE[flag];
  return claims.some(({ source, fields }) => order.includes(source) && fields[flag] === true) ? undefined : decider;
}

/** The claim of the first source, by precedence, that knows a field. */
function firstClaimWith(claims: readonly IpClaim[], field: keyof typeof PRECEDENCE): IpClaim | undefined {
  const tells = (source: IpSource) => claims.find(({ source: own, fields }) => own === source && (fields[field] ?? null) !== null);
  const [first] = PRECEDENCE[field].flatMap((source) => tells(source) ?? []);
  return first;
}

type Order = readonly IpSource[];

/**
 * Sources of each field by precedence: the first source that knows a field decides it. Providers that an operator pays for come before
 * data that is shipped, because they see traffic and shipped data ages; the list of Tor's own project comes before them for exits.
 * Location is decided separately (location.ts): its fields belong together.
 */
export const PRECEDENCE = {
  riskScore: ['proxycheck', 'ipqualityscore'],
  isProxy: ['proxycheck', 'ipqualityscore', 'dronebl'],
  isVpn: ['proxycheck', 'ipqualityscore', 'network-kinds', 'dronebl'],
  isTor: ['tor-exit-list', 'proxycheck', 'ipqualityscore', 'network-kinds'],
  isHosting: ['proxycheck', 'ipqualityscore', 'network-kinds', 'mounted-network-database', 'network-owners'],
  isScraper: ['proxycheck', 'ipqualityscore', 'network-kinds'],
  isCompromised: ['proxycheck', 'dronebl'],
  operator: ['proxycheck', 'ipqualityscore', 'network-kinds'],
  asn: ['mounted-network-database', 'proxycheck', 'ipqualityscore', 'network-owners'],
  connectionType: ['proxycheck', 'ipqualityscore', 'network-kinds', 'mounted-network-database', 'network-owners'],
} as const satisfies Partial<Record<IpFieldName, Order>>;

/**
 * Sources whose "no" outweighs the "yes" of any other source. The "no" of every other source becomes null then: a source that does not
 * know of a proxy has not shown that there is none.
 */
const FINAL_NO_SOURCES: ReadonlySet<IpSource> = new Set(['tor-exit-list']);

interface LocationRank {
  readonly sources: Order;
  /** Whether each of them that was queried must have answered. */
  readonly requiresAll: boolean;
  /** Source that is used only if another one names the same country. */
  readonly needsConfirmation?: IpSource;
}

/** Sources of location, the better informed first. If sources of one rank name different countries, none is used. */
const LOCATION_RANKS: readonly LocationRank[] = [
  { sources: ['proxycheck', 'ipqualityscore'], requiresAll: false },
  { sources: ['mounted-city-database', 'dbip-city-lite', 'network-countries'], requiresAll: true, needsConfirmation: 'dbip-city-lite' },
];

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
function decideLocation(claims: readonly IpClaim[], options: { mobile: boolean; unheard: ReadonlySet<string> }): DecidedLocation {
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

type Flag = 'isProxy' | 'isVpn' | 'isTor' | 'isCompromised';

interface Weight {
  /** 0 to 100, as a provider's score. */
  readonly score: number;
  /** 0 to 100: how sure we are, lower for lists that come with the service and age. */
  readonly confidence: number;
  /** The flag that it shows: a listing weighs nothing when another source contradicts that flag. */
  readonly shows?: Flag;
}

const proxy: Weight = { score: 75, confidence: 70, shows: 'isProxy' };
const drone: Weight = { score: 70, confidence: 60, shows: 'isCompromised' };

/**
 * The score of a listing when no provider gives one. A listing shows that the address was used to hide or to attack, never that one is
 * harmless, so no score here is low. Whole table: docs/adr/0015-address-data.md.
 */
const WEIGHTS: { readonly [Source in IpSource]?: { readonly [Code in IpCode]?: Weight } } = {
  'tor-exit-list': { tor_exit: { score: 75, confidence: 90, shows: 'isTor' } },
  'network-kinds': { tor_exit: { score: 75, confidence: 60, shows: 'isTor' } },
  dronebl: {
    open_socks_proxy: proxy,
    open_http_proxy: proxy,
    open_wingate_proxy: proxy,
    proxy_chain: proxy,
    web_proxy: { ...proxy, score: 65 },
    irc_drone: drone,
    spam_drone: drone,
    ddos_drone: { ...drone, score: 80, confidence: 70 },
    compromised_router: { ...drone, confidence: 70 },
    autorooting_worm: { ...drone, score: 80, confidence: 70 },
    suspected_botnet: { score: 60, confidence: 40 },
    brute_force: { score: 75, confidence: 70 },
    abused_vpn: { score: 60, confidence: 60, shows: 'isVpn' },
  },
};

interface ListingScore {
  readonly score: number;
  readonly confidence: number;
  readonly source: IpSource;
}

/** The score of the heaviest listing; null without one: then only the location is known, and the score is null. */
function scoreListings(claims: readonly IpClaim[], facts: Pick<IpDetails, Flag>): ListingScore | null {
  const scores = claims.flatMap(({ source, codes }) =>
    codes.flatMap((code): ListingScore[] => {
      const { score, confidence, shows } = WEIGHTS[source]?.[code] ?? {};
      if (score === undefined || confidence === undefined || (shows !== undefined && facts[shows] !== true)) return [];
      return [{ score, confidence, source: source }];
    }),
  );
  const [heaviest = null] = scores.sort((a, b) => b.score - a.score || b.confidence - a.confidence || (a.source < b.source ? -1 : 1));
  return heaviest;
}
