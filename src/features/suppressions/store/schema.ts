import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { SubjectKind } from '../../../kernel/identity/subjects.js';
import { accounts } from '../../accounts/store/schema.js';
import { createdAt, id } from '../../../kernel/db/columns.js';
import { NOBODY, none, OPERATOR } from '../../../kernel/db/personal-data.js';

/** Identities about which nothing is asked, each as a keyed digest (src/kernel/secrets/keyed-digest.ts). */
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

const optOut = { why: 'so that nobody who opted out is looked up', retention: 'until it is removed' } as const;

/** What the columns hold of a person. */
export const SUPPRESSIONS_DATA = {
  suppressions: {
    digest: { what: 'keyed digest that covers all forms of an identity that opted out', ...optOut, ...NOBODY },
    sentDigest: { what: 'keyed digest of that identity as it was sent', ...optOut, ...NOBODY },
    proof: {
      what: 'why it is on the list, in the words of the person who added it',
      ownWords: 'replaced',
      ...optOut,
      shownBy: 'listSuppressions exportAccount',
      alsoReadBy: OPERATOR,
    },
    ...none('id accountId kind keyCheck addedBy createdAt'),
  },
} as const;
