import { customType, text, timestamp } from 'drizzle-orm/pg-core';

/** A timestamp with millisecond precision, in UTC. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const createdAt = () => moment('created_at').notNull().defaultNow();
export const id = () => text('id').primaryKey();
