import type { IpDetails } from '../lookup/enrichment.js';

/** Sources of the address module, by their names in `GET /v2/sources`. */
export const IP_SOURCES = [
  'proxycheck',
  'ipqualityscore',
  'tor-exit-list',
  'dronebl',
  'mounted-city-database',
  'dbip-city-lite',
  'mounted-network-database',
  'network-owners',
  'network-countries',
  'network-kinds',
  'anycast-list',
] as const;
export type IpSource = (typeof IP_SOURCES)[number];

/** Every field but the address itself. */
export type IpFieldName = Exclude<keyof IpDetails, 'ip'>;
export type IpFields = { readonly [Field in IpFieldName]?: IpDetails[Field] };

/** The fields that one source knows of an address. Absent or null: unknown to it. */
export interface IpClaim {
  readonly source: IpSource;
  readonly fields: IpFields;
  /** What it observed, as in `IP_CODES`. */
  readonly codes: readonly IpCode[];
}

/** Codes of what a source observed. */
export const IP_CODES = [
  // One address in many places: it has no location.
  'anycast',
  'content_delivery',
  'hosting_network',
  'hosting_range',
  'mobile_network',
  'consumer_network',
  'tor_exit',
  'no_tor_exit',
  'vpn_brand',
  'privacy_relay',
  'declared_crawler',
  'irc_drone',
  'spam_drone',
  'ddos_drone',
  'open_socks_proxy',
  'open_http_proxy',
  'proxy_chain',
  'web_proxy',
  'open_resolver',
  'brute_force',
  'open_wingate_proxy',
  'compromised_router',
  'autorooting_worm',
  'suspected_botnet',
  'abused_vpn',
  'other_listing',
] as const;
export type IpCode = (typeof IP_CODES)[number];

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
