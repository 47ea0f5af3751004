/** Settings of the IP module; names as in src/config/env.ts. */
export interface IpConfig {
  readonly IP_CITY_DB?: readonly string[] | undefined;
  readonly IP_ASN_DB?: readonly string[] | undefined;
  readonly TOR_DNSEL: boolean;
  readonly TOR_DNSEL_ZONE: string;
  readonly DRONEBL: boolean;
  readonly DRONEBL_ZONE: string;
  readonly DNS_SERVERS?: readonly string[] | undefined;
  readonly PROXYCHECK_API_KEY?: string | undefined;
  readonly PROXYCHECK_URL: string;
  readonly IPQS_API_KEY?: string | undefined;
  readonly IPQS_URL: string;
}
