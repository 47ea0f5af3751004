import type { IpDetails } from './ip-details.js';
import { unknownIpDetails, type IpClaim, type IpFieldName } from './claim.js';
import { decideLocation } from './decide-location.js';
import {
  FINAL_NO_SOURCES,
  flagWeight,
  listingWeight,
  NUMBER_BASED_SOURCES,
  PRECEDENCE,
  SCORED_FLAGS,
  type IpSource,
  type ListingFlag,
} from './source-weights.js';

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
 * @param given at most one claim per source
 * @param failedSources sources that were queried and failed
 */
export function mergeIp(ip: string, given: readonly IpClaim[], failedSources: ReadonlySet<string> = new Set()): MergedIp {
  const facts: { -readonly [Field in keyof IpDetails]: IpDetails[Field] } = unknownIpDetails(ip);
  const decided = new Map<IpSource, IpFieldName[]>();
  const credit = (source: IpSource | null | undefined, fields: readonly IpFieldName[]): void => {
    const known = fields.filter((field) => facts[field] !== null);
    if (source && known.length > 0) decided.set(source, [...(decided.get(source) ?? []), ...known]);
  };

  const network = firstClaimWith(given, 'asn');
  facts.asn = network?.fields.asn ?? null;
  facts.isp = network?.fields.isp ?? null;
  credit(network?.source, ['asn', 'isp']);
  const claims = given.map((claim) => withoutOtherNetworkFields(claim, facts.asn));

  const flagDeciders = new Map<(typeof FLAGS)[number], IpSource>();
  for (const flag of FLAGS) {
    const decider = decideFlag(claims, flag);
    if (decider?.fields[flag] === true) flagDeciders.set(flag, decider.source);
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
  const evidence = scorer ? null : heaviest([...listingScores(claims, facts), ...flagScores(flagDeciders)]);
  facts.riskScore = scorer?.fields.riskScore ?? evidence?.score ?? null;
  facts.confidence = scorer ? (scorer.fields.confidence ?? null) : (evidence?.confidence ?? null);
  credit(scorer?.source ?? evidence?.source, ['riskScore', 'confidence']);

  const { location, countryBy, cityBy } = decideLocation(claims, { mobile: facts.connectionType === 'Wireless', failedSources });
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
  const fields = { ...claim.fields, isHosting: null, isVpn: null, operator: null, connectionType: null, countryCode: null };
  return { ...claim, fields, registeredIn: null };
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
  const claimOf = (source: IpSource) => claims.find(({ source: own, fields }) => own === source && (fields[field] ?? null) !== null);
  const [first] = PRECEDENCE[field].flatMap((source) => claimOf(source) ?? []);
  return first;
}

/** A score that no source gave: what a listing or a flag weighs. */
interface WeighedScore {
  readonly score: number;
  readonly confidence: number;
  readonly source: IpSource;
}

/** Scores of the listings whose flag no other source contradicts. */
function listingScores(claims: readonly IpClaim[], facts: Pick<IpDetails, ListingFlag>): WeighedScore[] {
  return claims.flatMap(({ source, codes }) =>
    codes.flatMap((code): WeighedScore[] => {
      const weight = listingWeight(source, code);
      if (weight === null || (weight.shows !== undefined && facts[weight.shows] !== true)) return [];
      return [{ score: weight.score, confidence: weight.confidence, source }];
    }),
  );
}

/** Scores of the flags that are true, by the sources that decided them. */
function flagScores(deciders: ReadonlyMap<string, IpSource>): WeighedScore[] {
  return SCORED_FLAGS.flatMap((flag) => {
    const source = deciders.get(flag);
    return source === undefined ? [] : [{ ...flagWeight(flag, source), source }];
  });
}

/** The heaviest score; null without one: then only the location and the network are known. */
function heaviest(scores: readonly WeighedScore[]): WeighedScore | null {
  const [first = null] = [...scores].sort((a, b) => b.score - a.score || b.confidence - a.confidence || (a.source < b.source ? -1 : 1));
  return first;
}
