import { getTableColumns } from 'drizzle-orm';
import { type AnyPgColumn, customType, type PgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { TransactionSql } from 'postgres';
import type { Sql } from './client.js';

/** A timestamp with millisecond precision, in UTC. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const createdAt = () => timestamptz('created_at').notNull().defaultNow();
export const id = () => text('id').primaryKey();
/** The id of a row of another table. */
export const idOf = (name: string, column: () => AnyPgColumn) => text(name).notNull().references(column);

/** What postgres.js reads as the schema types it; a bigint, for one, stays text. */
type ReadAlike = 'PgText' | 'PgTimestamp' | 'PgInteger' | 'PgBoolean' | 'PgArray' | 'PgCustomColumn';
type Columns<T extends PgTable> = T['_']['columns'];
type ColumnName<T extends PgTable> = {
  [Name in keyof Columns<T> & string]: Columns<T>[Name]['_']['columnType'] extends ReadAlike ? Name : never;
}[keyof Columns<T> & string];

/** Columns of a table in a statement of postgres.js, whose rows have them by their names in the schema: `invited_by AS "invitedBy"`. */
export function columnsOf<T extends PgTable>(sql: Sql | TransactionSql, table: T, names: readonly ColumnName<T>[]) {
  const columns: Readonly<Record<string, AnyPgColumn>> = getTableColumns(table);
  return sql.unsafe(names.map((name) => `${columns[name]?.name} AS "${name}"`).join(', '));
}
