/**
 * The modules other than the sweep: their facts, as v1 shows them (docs/contract.md, 1.6; null: unknown), and the ports to their sources,
 * one port per module and one adapter per source. A source that cannot answer returns the reason; it never throws.
 */
import { type Checks, type Module, modulesToRun, type Subjects } from './checks.js';

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

/** Why a source gave no answer. */
export const SOURCE_FAILURES = [
  'not_configured',
  'not_applicable',
  'unknown',
  'timeout',
  'rate_limited',
  'unauthorized',
  'refused',
  'unreachable',
  'malformed',
] as const;
export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** How one source took part in a finding; kept as evidence and shown in v2. */
export interface SourceNote {
  /** Name of the source, as in `GET /v2/sources`. */
  readonly source: string;
  /** Null: it answered. */
  readonly failure: SourceFailure | null;
  readonly tookMs: number;
  /** Fields that this source decided. */
  readonly decidedFields: readonly string[];
  /** Short codes of what it observed, for the reasons in v2: `tor_exit`, `null_mx`, … Never personal. */
  readonly codes: readonly string[];
}

/** What a module found. `facts` is null when no source could answer: the module shows as "not checked". */
export interface Finding<Facts> {
  readonly facts: Facts | null;
  readonly notes: readonly SourceNote[];
}

/** Budget of one run of sources: what is missing at its end is null. */
export interface Budget {
  readonly signal: AbortSignal;
  readonly budgetMs: number;
}

export interface EmailFinding extends Finding<EmailDetails> {
  /** Slug of the mailbox provider (`gmail`, `outlook`, …), by consumer domain or by a mail exchanger that is no gateway; null: unknown. */
  readonly provider: string | null;
  /** False: the mailbox is known not to exist, or the provider's naming rules forbid it. True: it is known to exist. Null: unknown. */
  readonly exists: boolean | null;
}

export interface EmailInspector {
  /** @param email as the caller gave it, valid */
  inspect(email: string, budget: Budget): Promise<EmailFinding>;
}

export interface PhoneInspector {
  /** @param phone E.164 */
  inspect(phone: string, budget: Budget): Promise<Finding<PhoneDetails>>;
}

export interface IpInspector {
  /** @param ip in its canonical spelling (`canonicalIp`) */
  inspect(ip: string, budget: Budget): Promise<Finding<IpDetails>>;
}

/** A breach with what is needed to match it to a platform. */
export interface KnownBreach extends BreachRecord {
  /** Domain of the service that was breached, when the source names it. */
  readonly domain: string | null;
}

export interface BreachSearch {
  /** Facts are an empty list only when at least one source answered "none". */
  search(
    identity: { readonly type: 'email' | 'phone' | 'username'; readonly value: string },
    budget: Budget,
  ): Promise<Finding<readonly KnownBreach[]>>;
}

export interface MentionSearch {
  /** @param query searched for as an exact phrase */
  search(query: string, budget: Budget): Promise<Finding<readonly WebMention[]>>;
}

/** A source as operators see it (`GET /v2/sources`). */
export interface SourceDescription {
  readonly name: string;
  readonly module: 'email' | 'phone' | 'ip' | 'breaches' | 'webMentions';
  readonly configured: boolean;
  /** Settings that would configure it. */
  readonly settings: readonly string[];
  /** Date of its data, ISO 8601; null for live sources. */
  readonly dataDate: string | null;
  readonly licence: string;
  /** Attribution that its licence requires; null when none. */
  readonly credit: string | null;
}

/** The sources of every module; null where none is configured: the module is then never run. */
export interface EnrichmentSources {
  readonly email: EmailInspector | null;
  readonly phone: PhoneInspector | null;
  readonly ip: IpInspector | null;
  readonly breaches: BreachSearch | null;
  readonly webMentions: MentionSearch | null;
  /** Refreshes which of them are null, where that changes while the process runs. */
  readonly refresh?: () => Promise<void>;
  /** How long each module may take, in milliseconds: what is not there by then is null. */
  readonly budgetMs: Readonly<Record<FactModule, number>>;
}

/** Modules that have a source. */
export function availableModules(sources: EnrichmentSources): FactModule[] {
  return FACT_MODULES.filter((module) => sources[module] !== null);
}

/** The modules that a lookup runs: those it requests, without those that have no source. */
export function plannedModules(sources: EnrichmentSources, { checks, subjects }: { checks: Checks; subjects: Subjects }): Module[] {
  const available = availableModules(sources);
  return modulesToRun(checks, subjects).filter((module) => module === 'footprint' || available.includes(module));
}

/**
 * The checks of a request without the modules for which there is no source: those are not run, so they are not billed either. The other
 * checks of the request are unchanged.
 *
 * @param offered modules with a source
 */
export function availableChecks(checks: Checks, offered: readonly FactModule[]): Checks {
  const missing = FACT_MODULES.filter((module) => !offered.includes(module));
  return { ...checks, ...Object.fromEntries(missing.map((module) => [module, false])) };
}
