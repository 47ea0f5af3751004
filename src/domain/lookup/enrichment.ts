/** Facts of the modules other than the sweep, as v1 shows them (docs/contract.md, 1.6). Null: unknown. */

export interface EmailDetails {
  /** Null on a domain that accepts everything. */
  readonly deliverable: boolean | null;
  readonly disposable: boolean | null;
  /** Consumer webmail rather than a domain of one's own. */
  readonly freeProvider: boolean | null;
  readonly acceptAll: boolean | null;
  /** Whole days; null for consumer webmail. */
  readonly domainAgeDays: number | null;
  /** ISO 8601. */
  readonly domainRegisteredAt: string | null;
}

export type VoipClass = 'fixed' | 'nonFixed';

export interface PhoneDetails {
  readonly valid: boolean;
  readonly carrier: string | null;
  readonly lineType: string | null;
  /** ISO 3166, two letters. */
  readonly countryCode: string | null;
  readonly voipClass: VoipClass | null;
  readonly isVoip: boolean | null;
}

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
  /** `AS15169`. */
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

export interface BreachRecord {
  readonly name: string;
  /** ISO 8601 date on which it occurred. */
  readonly date: string;
}

export interface WebMention {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly matchConfidence: 'confirmed' | 'unconfirmed';
}

/** The payload of each module that is not the sweep. */
export interface ModulePayloads {
  readonly email: EmailDetails;
  readonly phone: PhoneDetails;
  readonly ip: IpDetails;
  readonly breaches: readonly BreachRecord[];
  readonly webMentions: readonly WebMention[];
}
export type FactModule = keyof ModulePayloads;
export const FACT_MODULES = ['email', 'phone', 'ip', 'breaches', 'webMentions'] as const satisfies readonly FactModule[];
