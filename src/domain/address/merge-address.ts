import type { AddressFacts } from '../enrichment.js';
import { unknownAddress, type AddressClaim, type AddressField, type AddressSource } from './claim.js';
import { decideLocation } from './location.js';
import { LAST_WORD, PRECEDENCE } from './precedence.js';
import { scoreEvidence } from './risk-evidence.js';

export interface MergedAddress {
  readonly facts: AddressFacts;
  /** Fields that each source decided; one that decided nothing is absent. */
  readonly decided: ReadonlyMap<AddressSource, readonly AddressField[]>;
}

const FLAGS = ['isProxy', 'isVpn', 'isTor', 'isHosting', 'isScraper', 'isCompromised'] as const satisfies readonly AddressField[];

/**
 * Merges the claims of sources about an address, each field by its precedence. Fields that no source knows are null; the order of the
 * claims does not matter.
 *
 * @param said at most one claim per source
 * @param unheard sources that were queried and failed
 */
export function mergeAddress(ip: string, said: readonly AddressClaim[], unheard: ReadonlySet<string> = new Set()): MergedAddress {
  const facts: { -readonly [Field in keyof AddressFacts]: AddressFacts[Field] } = unknownAddress(ip);
  const decided = new Map<AddressSource, AddressField[]>();
  const credit = (source: AddressSource | null | undefined, fields: readonly AddressField[]): void => {
    const known = fields.filter((field) => facts[field] !== null);
    if (source && known.length > 0) decided.set(source, [...(decided.get(source) ?? []), ...known]);
  };

  const network = firstTelling(said, 'asn');
  facts.asn = network?.says.asn ?? null;
  facts.isp = network?.says.isp ?? null;
  credit(network?.source, ['asn', 'isp']);
  const claims = said.map((claim) => withoutKindOfAnother(claim, facts.asn));

  for (const flag of FLAGS) {
    const teller = decideFlag(claims, flag);
    facts[flag] = teller?.says[flag] ?? null;
    credit(teller?.source, [flag]);
  }

  const brand = firstTelling(facts.isVpn === true ? claims.filter(({ says }) => says.isVpn === true) : [], 'operator');
  facts.operator = brand?.says.operator ?? null;
  credit(brand?.source, ['operator']);

  const connection = firstTelling(
    claims.filter(({ says }) => agrees(says.connectionType, facts.isHosting)),
    'connectionType',
  );
  facts.connectionType = connection?.says.connectionType ?? null;
  credit(connection?.source, ['connectionType']);

  const scorer = firstTelling(claims, 'riskScore');
  const evidence = scorer ? null : scoreEvidence(claims, facts);
  facts.riskScore = scorer?.says.riskScore ?? evidence?.score ?? null;
  facts.confidence = scorer ? (scorer.says.confidence ?? null) : (evidence?.confidence ?? null);
  credit(scorer?.source ?? evidence?.by, ['riskScore', 'confidence']);

  const { location, countryBy, placeBy } = decideLocation(claims, { mobile: facts.connectionType === 'Wireless', unheard });
  Object.assign(facts, location);
  credit(countryBy, ['countryCode']);
  credit(placeBy, ['regionName', 'cityName', 'latitude', 'longitude', 'timezone']);
  return { facts, decided };
}

/** Whether a connection type agrees with what was decided about hosting; one that contradicts it is not used. */
function agrees(type: AddressFacts['connectionType'] | undefined, isHosting: boolean | null): boolean {
  if (type === 'Hosting') return isHosting !== false;
  return (type !== 'Wireless' && type !== 'Residential') || isHosting !== true;
}

/** Sources that derive the connection type from the number of the network. */
const READ_NUMBERS: ReadonlySet<AddressSource> = new Set(['mounted-network-database', 'network-owners']);

/** Drops what a claim derived from its network's number when a better source knows that the address is in another network. */
function withoutKindOfAnother(claim: AddressClaim, asn: string | null): AddressClaim {
  const own = claim.says.asn ?? null;
  if (own === null || own === asn || !READ_NUMBERS.has(claim.source)) return claim;
  return { ...claim, says: { ...claim.says, isHosting: null, connectionType: null } };
}

/**
 * The claim of the first source that knows a flag; undefined when it says "no" and another one "yes", unless its "no" is final
 * (`LAST_WORD`).
 */
function decideFlag(claims: readonly AddressClaim[], flag: (typeof FLAGS)[number]): AddressClaim | undefined {
  const teller = firstTelling(claims, flag);
  if (teller?.says[flag] !== false || LAST_WORD.has(teller.source)) return teller;
  const order: readonly AddressSource[] = PRECEDENCE[flag];
  return claims.some(({ source, says }) => order.includes(source) && says[flag] === true) ? undefined : teller;
}

/** The claim of the first source, by precedence, that knows a field. */
function firstTelling(claims: readonly AddressClaim[], field: keyof typeof PRECEDENCE): AddressClaim | undefined {
  const tells = (source: AddressSource) => claims.find(({ source: own, says }) => own === source && (says[field] ?? null) !== null);
  const [first] = PRECEDENCE[field].flatMap((source) => tells(source) ?? []);
  return first;
}
