/** The deletion of an account: it is closed at once, and everything but its bills is deleted when the time to take that back is over. */
import type { ErasedCounts, ErasureState } from './erasure.js';

/** The export of an account: all that its people may see, a line of JSON for each object. */

/** Types of lines, in their order. The first is `export`, the last `end`: an archive without it is incomplete. */
export const EXPORT_TYPES = [
  'account',
  'usagePeriod',
  'topUp',
  'ledgerEntry',
  'usageAlert',
  'key',
  'member',
  'invitation',
  'session',
  'endpoint',
  'suppression',
  'erasure',
  'sentEvent',
  'email',
  'event',
  'delivery',
  'lookup',
  'batch',
  'batchItem',
  'dispute',
  'outcome',
  'riskModel',
  'auditEntry',
] as const;
export type ExportType = (typeof EXPORT_TYPES)[number];

/** Values of columns as JSON, by their names in the schema. */
export type ExportedRow = Readonly<Record<string, unknown>>;

/** A page of rows, and where the next one begins; null: there is none. */
export interface ExportPage {
  readonly rows: readonly ExportedRow[];
  readonly next: readonly unknown[] | null;
}

/** Days between the request and the deletion. */
export const GRACE_DAYS = 7;
/** An operator may leave them out, but not the time in which requests that were under way end. */
export const SHORTEST_GRACE_SECONDS = 60;

export interface AccountDeletion {
  readonly id: string;
  /** `accepted`: it can be taken back. */
  readonly state: ErasureState;
  readonly createdAt: Date;
  /** When it begins. */
  readonly dueAt: Date;
  readonly counts: ErasedCounts;
  readonly finishedAt: Date | null;
}
