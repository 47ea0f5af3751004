import type { Finding, Budget } from '../../kernel/values/source.js';

export const CONNECTION_TYPES = ['Business', 'Residential', 'Hosting', 'Wireless'] as const;
export type ConnectionType = (typeof CONNECTION_TYPES)[number];

export interface IpDetails {
  readonly ip: string;
  /** 0 to 100; null when only geolocation was available. */
  readonly riskScore: number | null;
  /** 0 to 100: how sure the source is of the score. */
  readonly confidence: number | null;
  readonly isProxy: boolean | null;
  readonly isVpn: boolean | null;
  readonly isTor: boolean | null;
  readonly isHosting: boolean | null;
  readonly isScraper: boolean | null;
  readonly isCompromised: boolean | null;
  /** VPN brand. */
  readonly operator: string | null;
  /** As in "AS15169". */
  readonly asn: string | null;
  readonly isp: string | null;
  readonly connectionType: ConnectionType | null;
  readonly countryCode: string | null;
  readonly regionName: string | null;
  readonly cityName: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  /** IANA name. */
  readonly timezone: string | null;
}

export interface IpInspector {
  /** @param ip in its canonical spelling (`canonicalIp`) */
  inspect(ip: string, budget: Budget): Promise<Finding<IpDetails>>;
}
