import type { WebMention } from '../mentions/web-mention.js';
import type { BreachRecord } from '../breaches/breach.js';
import type { IpDetails } from '../ip/ip-details.js';
import type { PhoneDetails } from '../phone/phone-details.js';
import type { EmailDetails, MailRecords } from '../email/email-details.js';

/** A platform on which an identity is registered. */
export interface FoundAccount {
  readonly platform: string;
  /** `account`: its holder made it. `mailbox`: it came with the address. `derived`: found by a name taken from the address. */
  readonly kind: 'account' | 'mailbox' | 'derived';
  /** The catalogue's tags of the platform. */
  readonly tags: readonly string[];
  /** When it was created at the latest; absent: not known. */
  readonly createdAt?: Date;
  /** The platform says that it is verified. */
  readonly isVerified?: true;
}

/** What the person said of themselves; null or absent: nothing. */
export interface Claimed {
  readonly name?: string | null | undefined;
  readonly company?: string | null | undefined;
  /** ISO 3166, two letters. */
  readonly country?: string | null | undefined;
}

/** A name that an account shows. */
export interface ShownName {
  readonly platform: string;
  readonly name: string;
}

/** An e-mail address, in normal form, with what the lookup knows of it. */
export interface Mailbox {
  readonly email: string;
  readonly facts: EmailDetails | null;
  readonly records: MailRecords | null;
  readonly breaches: readonly BreachRecord[] | null;
  /** When accounts with the address were created, as far as their platforms say. */
  readonly accountDates: readonly Date[];
}

/** Coverage of a sweep, counted in checks: one platform and one identity each. */
export type Coverage = {
  readonly planned: number;
  readonly answered: number;
  readonly omitted: number;
};

/**
 * All evidence of the model. The lists of facts have one entry for each identity of the kind that the lookup holds: null where nothing is
 * known of it.
 */
export interface RiskEvidence {
  readonly accounts: readonly FoundAccount[];
  /** Platforms that confidently denied an identity in the sweep. */
  readonly absences: number;
  readonly coverage: Coverage;
  readonly emails: readonly (EmailDetails | null)[];
  /** Whether a mailbox of the lookup is known not to exist by other means than `mailboxes`: its provider's answer. */
  readonly mailboxMissing: boolean;
  readonly phones: readonly (PhoneDetails | null)[];
  readonly ips: readonly (IpDetails | null)[];
  readonly breaches: readonly (readonly BreachRecord[] | null)[];
  readonly mentions: readonly (readonly WebMention[] | null)[];
  readonly claimed: Claimed;
  readonly names: readonly ShownName[];
  readonly mailboxes: readonly Mailbox[];
  /** One of the IP addresses is a privacy relay's. */
  readonly isRelayed: boolean;
  /** The time to which ages are counted. */
  readonly at: Date;
}

/** Empty evidence, for a test or a caller to fill in. */
export function emptyRiskEvidence(at: Date): RiskEvidence {
  return {
    accounts: [],
    absences: 0,
    coverage: { planned: 0, answered: 0, omitted: 0 },
    emails: [],
    mailboxMissing: false,
    phones: [],
    ips: [],
    breaches: [],
    mentions: [],
    claimed: {},
    names: [],
    mailboxes: [],
    isRelayed: false,
    at,
  };
}
