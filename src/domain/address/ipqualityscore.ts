import type { ConnectionType } from '../enrichment.js';
import type { Silence } from '../enrichment-ports.js';
import type { AddressClaim, AddressStatements } from './claim.js';
import { numberOf } from './network-record.js';
import { countryCodeOf, degreesOf, fieldsOf, flagOf, nameOf, percentOf } from '../readings.js';

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
export function readIpqualityscore(body: unknown): AddressClaim | Silence {
  const fields = fieldsOf(body);
  if (fields['success'] === false) return 'refused';
  if (fields['success'] !== true) return 'malformed';
  const [vpn, tor, proxy] = [flagOf(fields['vpn']), flagOf(fields['tor']), flagOf(fields['proxy'])];
  const kind = nameOf(fields['connection_type']) ?? '';
  const number = numberOf(fields['ASN']);
  const says: AddressStatements = {
    riskScore: percentOf(fields['fraud_score']),
    isVpn: vpn === false ? false : whenActive(fields['active_vpn']),
    isTor: tor === false ? false : whenActive(fields['active_tor']),
    isProxy: proxy === true && (vpn !== false || tor !== false) ? null : proxy,
    isScraper: whenActive(fields['is_crawler']), // it covers search engines only, so its "no" means little
    isHosting: HOSTING[kind] ?? null,
    connectionType: CONNECTIONS[kind] ?? null,
    asn: number === null ? null : `AS${number}`,
    isp: nameOf(fields['ISP']),
    countryCode: countryCodeOf(fields['country_code']),
    regionName: nameOf(fields['region']),
    cityName: nameOf(fields['city']),
    latitude: degreesOf(fields['latitude'], 90),
    longitude: degreesOf(fields['longitude'], 180),
    timezone: nameOf(fields['timezone']),
  };
  return { source: 'ipqualityscore', says, codes: [] };
}

const whenActive = (flag: unknown): true | null => (flag === true ? true : null);
