import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { SubjectKind } from '../../../kernel/identity/subjects.js';
import { accounts } from '../../accounts/store/schema.js';
import { createdAt, id } from '../../../kernel/db/columns.js';

/** Identities about which nothing is asked, each as a keyed digest (adapters/keyed-digest). */
export const suppressions = pgTable(
  'suppressions',
  {
    id: id(),
    /** Null for all accounts. */
    accountId: text('account_id').references(() => accounts.id),
    kind: text('kind').$type<SubjectKind>().notNull(),
    /** A digest of the form that it shares with every identity that it may be. */
    digest: text('digest').notNull(),
    /** A digest of the identity as it was sent. */
    sentDigest: text('sent_digest').notNull(),
    /** Digest of a constant: shows whether the key of `digest` is still among the settings. */
    keyCheck: text('key_check').notNull(),
    /** Why it is on the list, in the words of who added it. */
    proof: text('proof').notNull(),
    /** Id of the key that added it, or `operator`. */
    addedBy: text('added_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('suppressions_once').on(table.digest, sql`coalesce(${table.accountId}, '')`),
    index('suppressions_sent').on(table.sentDigest),
    index('suppressions_account').on(table.accountId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
);
