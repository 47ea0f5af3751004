import type { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** What a column holds of a person, and what docs/privacy.md says of it. */
export interface PersonalData {
  readonly what: string;
  readonly why: string;
  /** When it is deleted. */
  readonly retention: string;
  /**
   * Operations that show it, each by its id: docs/privacy.md says who may call them. One is enough where several have the same callers.
   * test/http/common/readers.test.ts plants a value and looks who gets it.
   */
  readonly shownBy: string;
  /** A key sees it only with the scope for what lookups found (`Route.contentScope`). */
  readonly isContent?: true;
  /**
   * Text in somebody's own words, or a network, which may be anybody's, and what an erasure does with it: `replaced`, where it names the
   * identity; `deleted`, with its row; or why it is kept.
   */
  readonly ownWords?: 'replaced' | 'deleted' | `kept: ${string}`;
  /** Who can read it without an operation, besides whoever has the database. */
  readonly alsoReadBy?: string;
}

/** A column holds personal data, or `none`. Ids of our own and counts are none. */
export type ColumnPrivacy = PersonalData | 'none';

/** Every column of a table. */
export type TablePrivacy<Table extends PgTable> = Readonly<Record<keyof ReturnType<typeof getTableColumns<Table>>, ColumnPrivacy>>;

/** Every column of every table among a module's exports. */
export type SchemaPrivacy<Schema> = {
  readonly [Name in keyof Schema as Schema[Name] extends PgTable ? Name : never]: Schema[Name] extends PgTable
    ? TablePrivacy<Schema[Name]>
    : never;
};

/** The names in a text of names. */
export type NamesIn<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | NamesIn<Rest> : Text;

/** Columns that hold nothing of a person: `none('id createdAt')`. */
export const none = <Text extends string>(names: Text) =>
  Object.fromEntries(names.split(' ').map((name) => [name, 'none'])) as Readonly<Record<NamesIn<Text>, 'none'>>;

/** Networks of who uses the service: not of people looked up. */
export const KEPT_NETWORK = { ownWords: "kept: it protects the service's own users" } as const;
/** Periods that several tables share. */
export const WITH_LOOKUP = "with its lookup: on request, or after the account's retention period (90 days by default)";
export const WITH_ACCOUNT = 'with the account: seven days after its deletion was requested';
/** Bills, which name ids. */
export const BILL = 'while the account exists, and ten more years';
export const OPERATOR = "the operator's command line";
/** Readers that several tables share. */
export const NOBODY = { shownBy: '' } as const;
/** Events of lookups hold what the lookup's answer does. */
export const OF_LOOKUP = {
  shownBy: 'getLookupV2 exportAccount',
  isContent: true,
  alsoReadBy: "the account's receivers of events",
} as const;
