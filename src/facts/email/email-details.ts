import type { Finding, Budget } from '../../kernel/values/source.js';

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
