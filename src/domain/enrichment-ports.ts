/** Sources of enrichment: one port per module, one adapter per source. A source that cannot answer returns the reason; it never throws. */
import type { AddressFacts, BreachRecord, LineFacts, MailboxFacts, WebMention } from './enrichment.js';

/** Why a source gave no answer. */
export const SILENCES = [
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
export type Silence = (typeof SILENCES)[number];

/** How one source took part in a finding; kept as evidence and shown in v2. */
export interface SourceNote {
  /** Name of the source, as in `GET /v2/sources`. */
  readonly source: string;
  /** Null: it answered. */
  readonly silence: Silence | null;
  readonly tookMs: number;
  /** Fields that this source decided. */
  readonly decided: readonly string[];
  /** Short codes of what it observed, for the reasons in v2: `listed_tor_exit`, `null_mx`, … Never personal. */
  readonly codes: readonly string[];
}

/** What a module found. `facts` is null when no source could answer: the module shows as "not checked". */
export interface Finding<Facts> {
  readonly facts: Facts | null;
  readonly notes: readonly SourceNote[];
}

/** Budget of one run of sources: what is missing at its end is null. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly budgetMs: number;
}

export interface MailboxFinding extends Finding<MailboxFacts> {
  /** Slug of the mailbox provider (`gmail`, `outlook`, …), by consumer domain or by a mail exchanger that is no gateway; null: unknown. */
  readonly provider: string | null;
  /** False: the mailbox is known not to exist, or the provider's naming rules forbid it. True: it is known to exist. Null: unknown. */
  readonly exists: boolean | null;
}

export interface MailboxInspector {
  /** @param email as the caller gave it, valid */
  inspect(email: string, patience: Patience): Promise<MailboxFinding>;
}

export interface LineInspector {
  /** @param phone E.164 */
  inspect(phone: string, patience: Patience): Promise<Finding<LineFacts>>;
}

export interface AddressInspector {
  /** @param ip in its canonical spelling (`canonicalIp`) */
  inspect(ip: string, patience: Patience): Promise<Finding<AddressFacts>>;
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
    patience: Patience,
  ): Promise<Finding<readonly KnownBreach[]>>;
}

export interface MentionSearch {
  /** @param query searched for as an exact phrase */
  search(query: string, patience: Patience): Promise<Finding<readonly WebMention[]>>;
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
