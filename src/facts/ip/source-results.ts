import { CONNECTION_TYPES, type ConnectionType } from './ip-details.js';
import type { SourceFailure } from '../../kernel/values/source.js';
import type { IpClaim, IpFields } from './claim.js';
import type { IpCode } from './source-weights.js';
import { parseAsn } from './database-records.js';
import { parseCountryCode, parseDegrees, asObject, parseFlag, parseName, parsePercent } from '../../kernel/values/readings.js';

/** Statuses of a response with data; `denied` is a used-up allowance or a blocked key, `error` a request that it cannot read. */
const WITH_DATA: ReadonlySet<unknown> = new Set(['ok', 'warning']);

/**
 * Reads a response of proxycheck.io, version 3: `{status, [address]: {network, location, detections, operator}}`.
 *
 * @param isQueried whether a member's name is the queried address, in any spelling
 * @returns the claim, or why the response cannot be used
 */
export function readProxycheck(body: unknown, isQueried: (name: string) => boolean): IpClaim | SourceFailure {
  const { status, ...members } = asObject(body);
  if (status === 'denied' || status === 'error') return 'refused';
  if (!WITH_DATA.has(status)) return 'malformed';
  const entry = Object.entries(members).find(([name, value]) => isQueried(name) && typeof value === 'object' && value !== null)?.[1];
  if (entry === undefined) return 'malformed';
  const { network, location, detections, operator } = asObject(entry);
  if (![network, location, detections].some((part) => typeof part === 'object' && part !== null)) return 'malformed';
  const claimed = {
    ...riskFields(asObject(detections), operator),
    ...networkFields(asObject(network)),
    ...locationFields(asObject(location)),
  };
  return { source: 'proxycheck', fields: claimed, codes: [] };
}

function riskFields(detections: Readonly<Record<string, unknown>>, operator: unknown): IpFields {
  const riskScore = parsePercent(detections['risk']);
  return {
    riskScore,
    confidence: riskScore === null ? null : parsePercent(detections['confidence']),
    isProxy: parseFlag(detections['proxy']),
    isVpn: parseFlag(detections['vpn']),
    isTor: parseFlag(detections['tor']),
    isHosting: parseFlag(detections['hosting']),
    isScraper: parseFlag(detections['scraper']),
    isCompromised: parseFlag(detections['compromised']),
    operator: parseName(asObject(operator)['name']),
  };
}

function networkFields(network: Readonly<Record<string, unknown>>): IpFields {
  const number = parseAsn(network['asn']);
  return {
    asn: number === null ? null : `AS${number}`,
    isp: parseName(network['provider']) ?? parseName(network['organisation']),
    connectionType: CONNECTION_TYPES.find((type): type is ConnectionType => type === network['type']) ?? null,
  };
}

function locationFields(location: Readonly<Record<string, unknown>>): IpFields {
  return {
    countryCode: parseCountryCode(location['country_code']),
    regionName: parseName(location['region_name']),
    cityName: parseName(location['city_name']),
    latitude: parseDegrees(location['latitude'], 90),
    longitude: parseDegrees(location['longitude'], 180),
    timezone: parseName(location['timezone']),
  };
}

const CONNECTIONS: Readonly<Record<string, ConnectionType>> = {
  Residential: 'Residential',
  Corporate: 'Business',
  Education: 'Business',
  Mobile: 'Wireless',
  'Data Center': 'Hosting',
};
/** Connection types that show hosting or rule it out; addresses of companies and schools may be either. */
const HOSTING: Readonly<Record<string, boolean>> = { 'Data Center': true, Residential: false, Mobile: false };

/**
 * Reads a response of IPQualityScore's proxy detection. Its `vpn`, `tor` and `proxy` mean "suspected", and `proxy` includes the other
 * two: VPN and Tor are true only when active, and a flag is false only when nothing is suspected.
 *
 * @returns the claim, or why the response cannot be used
 */
export function readIpqualityscore(body: unknown): IpClaim | SourceFailure {
  const fields = asObject(body);
  if (fields['success'] === false) return 'refused';
  if (fields['success'] !== true) return 'malformed';
  const [vpn, tor, proxy] = [parseFlag(fields['vpn']), parseFlag(fields['tor']), parseFlag(fields['proxy'])];
  const kind = parseName(fields['connection_type']) ?? '';
  const number = parseAsn(fields['ASN']);
  const claimed: IpFields = {
    riskScore: parsePercent(fields['fraud_score']),
    isVpn: vpn === false ? false : trueOrNull(fields['active_vpn']),
    isTor: tor === false ? false : trueOrNull(fields['active_tor']),
    isProxy: proxy === true && (vpn !== false || tor !== false) ? null : proxy,
    isScraper: trueOrNull(fields['is_crawler']), // it covers search engines only, so its "no" means little
    isHosting: HOSTING[kind] ?? null,
    connectionType: CONNECTIONS[kind] ?? null,
    asn: number === null ? null : `AS${number}`,
    isp: parseName(fields['ISP']),
    countryCode: parseCountryCode(fields['country_code']),
    regionName: parseName(fields['region']),
    cityName: parseName(fields['city']),
    latitude: parseDegrees(fields['latitude'], 90),
    longitude: parseDegrees(fields['longitude'], 180),
    timezone: parseName(fields['timezone']),
  };
  return { source: 'ipqualityscore', fields: claimed, codes: [] };
}

const trueOrNull = (flag: unknown): true | null => (flag === true ? true : null);

/**
 * Classes of listings in DroneBL, by the last number of its answer (127.0.0.n), as its clients define them. Classes that its own table
 * calls experimental (17) or possible (18) give a code and decide no field; unknown numbers are listings too.
 */
const CLASSES: Readonly<Record<number, { readonly code: IpCode; readonly fields?: IpFields }>> = {
  3: { code: 'irc_drone', fields: { isCompromised: true } },
  6: { code: 'spam_drone', fields: { isCompromised: true } },
  7: { code: 'ddos_drone', fields: { isCompromised: true } },
  8: { code: 'open_socks_proxy', fields: { isProxy: true } },
  9: { code: 'open_http_proxy', fields: { isProxy: true } },
  10: { code: 'proxy_chain', fields: { isProxy: true } },
  11: { code: 'web_proxy', fields: { isProxy: true } },
  12: { code: 'open_resolver' },
  13: { code: 'brute_force' },
  14: { code: 'open_wingate_proxy', fields: { isProxy: true } },
  15: { code: 'compromised_router', fields: { isCompromised: true } },
  16: { code: 'autorooting_worm', fields: { isCompromised: true } },
  17: { code: 'suspected_botnet' },
  19: { code: 'abused_vpn', fields: { isVpn: true } },
};

/** Entries that only serve to test a client (RFC 5782, 5). */
const TEST_CLASSES: ReadonlySet<number> = new Set([1, 2]);

/**
 * The claim from a DroneBL answer. Not being listed does not show that an address is clean: no field is ever false.
 *
 * @param classes last numbers of the answers; none: not listed
 */
export function claimOfDronebl(classes: readonly number[]): IpClaim {
  const listed = classes
    .filter((number) => !TEST_CLASSES.has(number))
    .map((number) => CLASSES[number] ?? { code: 'other_listing' as const });
  return {
    source: 'dronebl',
    fields: Object.assign({}, ...listed.map(({ fields }) => fields)) as IpFields,
    codes: [...new Set(listed.map(({ code }) => code))].sort(),
  };
}
