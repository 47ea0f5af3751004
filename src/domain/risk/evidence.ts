import type { AddressFacts, BreachRecord, LineFacts, MailboxFacts, WebMention } from '../enrichment.js';

/** A place where an identity is registered. */
export interface FoundAccount {
  readonly platform: string;
  /** `account`: its holder made it. `mailbox`: it came with the address. `derived`: found by a name taken from the address. */
  readonly kind: 'account' | 'mailbox' | 'derived';
  /** The catalogue's tags of the platform. */
  readonly tags: readonly string[];
}

/** How much of a sweep was answered. A question is one platform asked about one identity. */
export type Coverage = {
  readonly planned: number;
  readonly answered: number;
  readonly omitted: number;
};

/**
 * All that the model looks at. The lists of facts have one entry for each identity of the kind that the lookup holds: null
 * where nothing is known of it.
 */
export interface RiskEvidence {
  readonly accounts: readonly FoundAccount[];
  /** Platforms that confidently denied an identity in the sweep. */
  readonly absences: number;
  readonly coverage: Coverage;
  readonly mailboxes: readonly (MailboxFacts | null)[];
  /** Whether a mailbox of the lookup is known not to exist by other means than `mailboxes`: its provider's answer. */
  readonly mailboxMissing: boolean;
  readonly lines: readonly (LineFacts | null)[];
  readonly addresses: readonly (AddressFacts | null)[];
  readonly breaches: readonly (readonly BreachRecord[] | null)[];
  readonly mentions: readonly (readonly WebMention[] | null)[];
  /** The moment that ages are counted to. */
  readonly at: Date;
}

/** Nothing known of nobody: what a test or a caller fills in. */
export function noEvidence(at: Date): RiskEvidence {
  return {
    accounts: [], absences: 0, coverage: { planned: 0, answered: 0, omitted: 0 }, mailboxes: [], mailboxMissing: false,
    lines: [], addresses: [], breaches: [], mentions: [], at,
  };
}
