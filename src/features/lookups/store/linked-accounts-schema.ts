import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { PersonRef } from '../../../kernel/identity/subjects.js';
import { idOf, timestamptz } from '../../../kernel/db/columns.js';
import { lookups } from './schema.js';

/**
 * Handles that answers revealed. A table of its own, as for derived usernames: v1 reads `lookup_results` only, so a lead can never be
 * counted as a result; and an erasure finds a handle here after the results were compressed.
 */
export const lookupLinkedAccounts = pgTable(
  'lookup_leads',
  {
    lookupId: idOf('lookup_id', () => lookups.id),
    /** The platform whose answer revealed it. */
    source: text('source').notNull(),
    /** The identity that this platform was asked about. */
    subject: text('subject').$type<PersonRef>().notNull(),
    /** What the handle is a handle of. */
    platform: text('platform').notNull(),
    handle: text('handle').notNull(),
    seq: integer('seq').notNull(),
    checkedAt: timestamptz('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.lookupId, table.source, table.subject, table.platform, table.handle] })],
);
