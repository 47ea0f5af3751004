import type { ConnectionType } from '../lookup/enrichment.js';
import type { SourceFailure } from '../lookup/enrichment-ports.js';
import type { IpClaim, IpFields } from './claim.js';
import { parseAsn } from './network-record.js';
import { parseCountryCode, parseDegrees, asObject, parseFlag, parseName, parsePercent } from '../readings.js';

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
  const says: IpFields = {
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
  return { source: 'ipqualityscore', fields: says, codes: [] };
}

const trueOrNull = (flag: unknown): true | null => (flag === true ? true : null);
