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
  'mail',
  'event',
  'delivery',
  'lookup',
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
