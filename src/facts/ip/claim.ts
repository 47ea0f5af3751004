import type { IpDetails } from './ip-details.js';
import type { IpCode, IpSource } from './source-weights.js';

/** Every field but the address itself. */
export type IpFieldName = Exclude<keyof IpDetails, 'ip'>;
export type IpFields = { readonly [Field in IpFieldName]?: IpDetails[Field] };

/** The fields that one source knows of an address. Absent or null: unknown to it. */
export interface IpClaim {
  readonly source: IpSource;
  readonly fields: IpFields;
  /** Country in which the number of the network is registered; the network may be in others too. */
  readonly registeredIn?: string | null;
  /** What it observed. */
  readonly codes: readonly IpCode[];
}

/** Details of an address of which nothing is known. */
export function unknownIpDetails(ip: string): IpDetails {
  return {
    ip,
    riskScore: null,
    confidence: null,
    isProxy: null,
    isVpn: null,
    isTor: null,
    isHosting: null,
    isScraper: null,
    isCompromised: null,
    operator: null,
    asn: null,
    isp: null,
    connectionType: null,
    countryCode: null,
    regionName: null,
    cityName: null,
    latitude: null,
    longitude: null,
    timezone: null,
  };
}
