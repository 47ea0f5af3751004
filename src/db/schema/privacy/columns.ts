import type { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

/** What a column holds of a person, and what docs/privacy.md says of it. */
export interface PersonalData {
  readonly what: string;
  readonly why: string;
  /** When it is deleted. */
  readonly retention: string;
  /** Who can read it, besides whoever has the database. */
  readonly readers: string;
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

/** Periods that several tables share. */
export const WITH_LOOKUP = "with its lookup: on request, or after the account's retention period (90 days by default)";
export const WITH_ACCOUNT = 'with the account: seven days after its deletion was asked for';
/** Bills, which name ids. */
export const BILL = 'as long as the account exists, and ten years';
/** Readers that several tables share. */
export const LOOKUP_KEYS = 'the account, with a key of scope `lookups`';
export const ACCOUNT_KEYS = "the account, with a key of scope `account`; the operator's command line";
export const WEBHOOK_KEYS = 'the account, with a key of scope `webhooks`';
export const NOBODY = 'nobody';
