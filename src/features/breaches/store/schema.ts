import { bigint, date, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import type { QueryType } from '../../../kernel/identity/identity.js';
import { bytea, createdAt, timestamptz } from '../../../kernel/db/columns.js';
import { NOBODY, none } from '../../../kernel/db/personal-data.js';

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

/** What the columns hold of a person. */
export const BREACHES_DATA = {
  breaches: none('id name nameKey date domain queryTypes entryCount createdAt'),
  breachIndex: {
    digest: {
      what: 'SHA-256 of an identity in a breach',
      why: 'to find out whether an identity is in a breach',
      retention: 'until the operator removes the breach, or the identity is erased everywhere',
      ...NOBODY,
      alsoReadBy: 'whoever looks that identity up',
    },
    ...none('breachId'),
  },
  breachErasures: {
    digest: {
      what: 'keyed digest of an erased entry of the breach index',
      why: 'so that no import restores it, and lookups never claim "in no breach"',
      retention: 'kept',
      ...NOBODY,
    },
    ...none('createdAt'),
  },
  breachImports: none('fingerprint linesProcessed startedAt finishedAt'),
} as const;
