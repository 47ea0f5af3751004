import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, timestamptz } from '../../../kernel/db/columns.js';
import { NOBODY, none } from '../../../kernel/db/personal-data.js';
import { accounts } from '../../accounts/store/schema.js';
import type { EmailKind, EmailState } from '../email.js';

/** The outbox of emails. */
export const emails = pgTable(
  'emails',
  {
    id: id(),
    /** Null when it is to a person, not to the holder of an account. */
    accountId: text('account_id').references(() => accounts.id),
    /** Identifies why it was written, so that it is written once. */
    dedupKey: text('dedup_key').notNull().unique(),
    kind: text('kind').$type<EmailKind>().notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    /** What replaces the placeholder when it is sent, sealed; null: nothing, or it was sent or kept. */
    sealed: bytea('sealed'),
    state: text('state').$type<EmailState>().notNull().default('pending'),
    createdAt: createdAt(),
    sentAt: timestamptz('sent_at'),
  },
  (table) => [
    index('emails_account').on(table.accountId, table.createdAt),
    index('emails_pending').on(table.createdAt).where(sql`${table.state} = 'pending'`),
  ],
);

const mail = {
  why: 'to deliver the mail',
  retention: "90 days, or the account's retention period if that is shorter",
  shownBy: 'listEmails exportAccount',
} as const;

export const EMAILS_DATA = {
  emails: {
    recipient: { what: 'the e-mail address of the account holder, or of a person who signs in or is invited', ...mail },
    subject: { what: 'the subject of a mail to the account holder', ...mail },
    text: { what: 'the mail, which names an endpoint', ...mail },
    sealed: {
      what: 'the code or token of a mail, sealed',
      why: 'to deliver the mail',
      retention: 'until the mail is sent, or will never be sent',
      ...NOBODY,
    },
    html: { what: 'the same as HTML', ...mail, shownBy: 'exportAccount' },
    ...none('id accountId dedupKey kind state createdAt sentAt'),
  },
} as const;
