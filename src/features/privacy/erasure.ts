/** Erasure of an identity: what was stored about it is deleted, in one account or everywhere, and a receipt of counts stays. */
import type { NamedIdentity } from '../../kernel/identity/forms.js';
import type { QueryType } from '../../kernel/identity/identity.js';
import type { SubjectKind } from '../../kernel/identity/subjects.js';

/** What is counted in a receipt. */
export const ERASED_KINDS = [
  'lookups',
  'results',
  'derived',
  'linkedAccounts',
  'modules',
  'batchItems',
  'disputes',
  'outcomes',
  'facts',
  'events',
  'deliveries',
  'attempts',
  'idempotencyKeys',
  'breachEntries',
  'users',
  'members',
  'invitations',
  'signInCodes',
  'emails',
  'executions',
] as const;
/** What the deletion of an account counts besides. */
export const DELETED_KINDS = ['endpoints', 'suppressions', 'keys', 'batches'] as const;
/**
 * What a dry run counts that the erasure would leave, because it only may be the identity (`formsOf`), by the kind under which it is
 * stored: lookups, and everywhere addresses of people too.
 */
export const POSSIBLE_KINDS = {
  email: 'possibleEmail',
  phone: 'possiblePhone',
  username: 'possibleUsername',
} as const satisfies Record<QueryType, string>;
export type ErasedKind = (typeof ERASED_KINDS)[number] | (typeof DELETED_KINDS)[number] | (typeof POSSIBLE_KINDS)[QueryType];
/** Kinds that are absent were not found. */
export type ErasedCounts = Partial<Readonly<Record<ErasedKind, number>>>;

export const ERASURE_STATES = ['accepted', 'running', 'done'] as const;
export type ErasureState = (typeof ERASURE_STATES)[number];

/** What is erased: an identity, or an account with all that is its own. */
export type ErasureTarget = 'identity' | 'account';

/** Where an erased address stays, because an account would be left without anybody. */
export interface KeptAddress {
  readonly accountId: string;
  /** `last_owner`: of a person who alone owns the account. `account_address`: it is the account's own. */
  readonly reason: 'last_owner' | 'account_address';
}

/** An erasure without the identity: the row holds a keyed digest of it, and the identity itself sealed while it is needed. */
export interface Erasure {
  readonly id: string;
  /** Null for every account. */
  readonly accountId: string | null;
  /** Null when an operator requested it. */
  readonly apiKeyId: string | null;
  readonly target: ErasureTarget;
  /** Nothing is deleted, only counted. */
  readonly isDryRun: boolean;
  readonly state: ErasureState;
  readonly counts: ErasedCounts;
  /** Where the identity stays, as an address of the service itself; of erasures everywhere. */
  readonly kept: readonly KeptAddress[];
  /** Its digest is in the ledger outside of the database, so that a restored backup cannot undo it. */
  readonly isInLedger: boolean;
  /** Lookups accepted after this moment are not its matter. */
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** What had been sent of an erased lookup: it cannot be taken back, so the receipt names the receiver. */
export interface SentEvent {
  readonly eventId: string;
  readonly endpointId: string;
  /** `attempted`: sent, without an acknowledgement that is known. */
  readonly outcome: 'delivered' | 'attempted';
  readonly at: Date;
}

export interface NewErasure {
  readonly accountId: string | null;
  readonly apiKeyId: string | null;
  /** In normal form. */
  readonly identity: NamedIdentity;
  /** Kinds under which forms that only may be the identity are erased too. */
  readonly includePossible?: readonly QueryType[];
  readonly isDryRun: boolean;
}

/** The erasure of an identity, as the ledger has it. */
export interface ErasedEntry {
  readonly type: 'identity';
  readonly erasureId: string;
  readonly accountId: string | null;
  /** Keyed, of the identity in lower case. */
  readonly digest: string;
  /** Keyed, of its forms. */
  readonly forms: readonly string[];
  /** Digests by which the breach index has the identity, sealed; null: none. */
  readonly indexed: string | null;
  /** `Erasure.createdAt`, ISO 8601. */
  readonly at: string;
}

/** The deletion of an account, as the ledger has it. */
export interface DeletedAccountEntry {
  readonly type: 'account';
  readonly erasureId: string;
  readonly accountId: string;
  /** `Erasure.createdAt`, ISO 8601. */
  readonly at: string;
}

/** An entry of the suppression list that was added, without its proof, which may name somebody. */
export interface SuppressedEntry {
  readonly type: 'suppressed';
  readonly suppressionId: string;
  readonly accountId: string | null;
  readonly kind: SubjectKind;
  /** Keyed. */
  readonly digest: string;
  readonly sentDigest: string;
  readonly keyCheck: string;
  readonly addedBy: string;
  /** ISO 8601. */
  readonly at: string;
}

/** An entry of the suppression list that was removed. */
export interface UnsuppressedEntry {
  readonly type: 'unsuppressed';
  readonly suppressionId: string;
  readonly at: string;
}

/**
 * A line of the ledger: a JSON object with a `type`, which says what was done. A line without one is of type `identity`, the first that
 * there was; a line of a type that this release does not know is skipped. A new type is a member of this union, and its row of
 * `LINES` in `src/features/privacy/store/erasure-ledger.ts`.
 */
export type LedgerEntry = ErasedEntry | DeletedAccountEntry | SuppressedEntry | UnsuppressedEntry;

/** What a restored backup would undo, without any identity, outside of the database. */
export interface ErasureLedger {
  /** Resolves when the lines are on the disk. A line that is there already may be written again. */
  append(...entries: readonly LedgerEntry[]): Promise<void>;
  /** In the order in which they were written. */
  entries(): Promise<readonly LedgerEntry[]>;
  /** Lets go of what it holds open, if anything. */
  close?(): Promise<void>;
}

/** The lines of some types, each once. */
export function linesOf<T extends LedgerEntry['type']>(
  entries: readonly LedgerEntry[],
  ...types: T[]
): Extract<LedgerEntry, { type: T }>[] {
  const lines = entries.filter((entry): entry is Extract<LedgerEntry, { type: T }> => (types as string[]).includes(entry.type));
  return [...new Map(lines.map((line) => ['erasureId' in line ? line.erasureId : line.suppressionId, line])).values()];
}

/** A part of the engine's records: of a lookup by its mode, of a delivery (`event/endpoint/run`), an endpoint or a mail. */
export interface ErasedExecution {
  readonly kind: 'lookup' | 'check' | 'instant' | 'delivery' | 'endpoint' | 'email';
  readonly ref: string;
}

/** Deletes executions with their histories; one that is not there counts as deleted. */
export interface ExecutionRemover {
  remove(executions: readonly ErasedExecution[]): Promise<void>;
}

export interface ErasureStarter {
  /** Running already is success. */
  start(erasure: Pick<Erasure, 'id' | 'accountId'>): Promise<void>;
}

/** `onProgress` is called between transactions, and ends the step by throwing. */
export interface ErasureStep {
  readonly erasureId: string;
  readonly onProgress?: () => void;
}

/** How far the search got. `again`: call once more, after a while. */
export interface ErasureProgress {
  readonly next: 'again' | 'searched';
  readonly waitMs: number;
  /** What is left are lookups under way that hold no more than a derived username; they are awaited. */
  readonly isAwaiting: boolean;
}
