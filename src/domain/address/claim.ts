import type { AddressFacts } from '../enrichment.js';

/** Sources of the address module, by their names in `GET /v2/sources`. */
export const ADDRESS_SOURCES = [
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
export type AddressSource = (typeof ADDRESS_SOURCES)[number];

/** Every field but the address itself. */
export type AddressField = Exclude<keyof AddressFacts, 'ip'>;
export type AddressStatements = { readonly [Field in AddressField]?: AddressFacts[Field] };

/** The fields that one source knows of an address. Absent or null: unknown to it. */
export interface AddressClaim {
  readonly source: AddressSource;
  readonly says: AddressStatements;
  /** What it observed, as in `ADDRESS_CODES`. */
  readonly codes: readonly AddressCode[];
}

/** Codes of what a source observed. */
export const ADDRESS_CODES = [
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
export type AddressCode = (typeof ADDRESS_CODES)[number];

/** Details of an address of which nothing is known. */
export function unknownAddress(ip: string): AddressFacts {
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
