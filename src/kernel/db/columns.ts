import { type AnyPgColumn, customType, text, timestamp } from 'drizzle-orm/pg-core';

/** A timestamp with millisecond precision, in UTC. */
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const createdAt = () => timestamptz('created_at').notNull().defaultNow();
export const id = () => text('id').primaryKey();
/** The id of a row of another table. */
export const idOf = (name: string, column: () => AnyPgColumn) => text(name).notNull().references(column);
