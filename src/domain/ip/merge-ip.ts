import type { IpDetails } from '../lookup/enrichment.js';
import { unknownIpDetails, type IpClaim, type IpFieldName } from './claim.js';
import {
  ANYCAST_SOURCES,
  FINAL_NO_SOURCES,
  listingWeight,
  LOCATION_RANKS,
  NUMBER_BASED_SOURCES,
  PRECEDENCE,
  type IpCode,
  type IpSource,
  type ListingFlag,
} from './sources.js';

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

interface ListingScore {
  readonly score: number;
  readonly confidence: number;
  readonly source: IpSource;
}

/** The score of the heaviest listing; null without one: then only the location is known, and the score is null. */
function scoreListings(claims: readonly IpClaim[], facts: Pick<IpDetails, ListingFlag>): ListingScore | null {
  const scores = claims.flatMap(({ source, codes }) =>
    codes.flatMap((code): ListingScore[] => {
      const weight = listingWeight(source, code);
      if (weight === null || (weight.shows !== undefined && facts[weight.shows] !== true)) return [];
      return [{ score: weight.score, confidence: weight.confidence, source }];
    }),
  );
  const [heaviest = null] = scores.sort((a, b) => b.score - a.score || b.confidence - a.confidence || (a.source < b.source ? -1 : 1));
  return heaviest;
}
