/** Sources of enrichment: one port per module, one adapter per source. A source that cannot answer returns the reason; it never throws. */
import type { IpDetails, BreachRecord, PhoneDetails, EmailDetails, WebMention } from './enrichment.js';

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
  /** Short codes of what it observed, for the reasons in v2: `listed_tor_exit`, `null_mx`, … Never personal. */
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
