import { bigint, date, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { QueryType } from '../../../kernel/identity/identity.js';
import { bytea, createdAt, timestamptz } from '../../../kernel/db/columns.js';

/** Breaches in the operator's local index. */
export const breaches = pgTable(
  'breaches',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    /** The name as it is compared. */
    nameKey: text('name_key').notNull(),
    date: date('date', { mode: 'string' }).notNull(),
    domain: text('domain'),
    /** Query types that were imported for it: nothing is known of the others. */
    queryTypes: text('query_types').array().$type<QueryType[]>().notNull(),
    entryCount: bigint('entry_count', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
  },
  (table) => [unique('breaches_name_key_date').on(table.nameKey, table.date)],
);

/** Who is in which breach: SHA-256 of query type and identity, never the identity. Searched by the first bytes of the digest. */
export const breachIndex = pgTable(
  'breach_index',
  {
    digest: bytea('digest').notNull(),
    breachId: integer('breach_id')
      .notNull()
      .references(() => breaches.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.digest, table.breachId] })],
);

/**
 * Entries of the index that were erased, as keyed digests of their digests: no import brings them back, and the index says of them that
 * it does not know instead of "in none".
 */
export const breachErasures = pgTable('breach_erasures', { digest: text('digest').primaryKey(), createdAt: createdAt() });

/** How far the import of a file got; the next import of the same file continues there. */
export const breachImports = pgTable('breach_imports', {
  /** SHA-256 of the file and of the options of its import. */
  fingerprint: text('fingerprint').primaryKey(),
  linesProcessed: bigint('lines_processed', { mode: 'number' }).notNull().default(0),
  startedAt: timestamptz('started_at').notNull().defaultNow(),
  finishedAt: timestamptz('finished_at'),
});
