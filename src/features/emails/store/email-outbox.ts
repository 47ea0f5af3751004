import type { TransactionSql } from 'postgres';
import type { NewId } from '../../../kernel/values/ids.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import { fillIn, type EmailContent, type EmailState, type SealedEmail, type StoredEmail } from '../email.js';
import type { Sealer } from '../../../kernel/values/sealer.js';
import type { Sql } from '../../../kernel/db/client.js';

/**
 * Writes a mail to an account's holder into the outbox, in the transaction of what it reports.
 *
 * @param mail.dedupKey identifies why it is written: one mail per key
 * @returns its id; null when it was written before
 */
export async function writeEmail(
  sql: Sql | TransactionSql,
  newId: NewId,
  mail: EmailContent & { accountId: string; dedupKey: string },
): Promise<string | null> {
  const { accountId, dedupKey, kind, subject, text, html } = mail;
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO emails (id, account_id, dedup_key, kind, recipient, subject, text, html)
    SELECT ${newId('email')}, a.id, ${dedupKey}, ${kind}, a.email, ${subject}, ${text}, ${html} FROM accounts a WHERE a.id = ${accountId}
    ON CONFLICT (dedup_key) DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/**
 * Writes a mail to a person into the outbox, with what must not be stored readably sealed beside its text.
 *
 * @param mail.accountId account whose outbox shows it; null: none does
 * @returns its id
 */
export async function writeEmailTo(
  tx: TransactionSql,
  newId: NewId,
  mail: SealedEmail & { accountId: string | null; dedupKey: string },
): Promise<string> {
  const { accountId, dedupKey, kind, to, subject, text, html } = mail;
  const id = newId('email');
  await tx`
    INSERT INTO emails (id, account_id, dedup_key, kind, recipient, subject, text, html, sealed)
    VALUES (${id}, ${accountId}, ${dedupKey}, ${kind}, ${to}, ${subject}, ${text}, ${html}, ${Buffer.from(mail.sealFor(id))})`;
  return id;
}

/** The outbox of emails in Postgres. */
export class EmailOutbox {
  constructor(private readonly options: { sql: Sql; sealer: Pick<Sealer, 'open'> }) {}

  /** As it is sent, with what its stored text leaves out; null when there is no such mail. @throws when no key opens that */
  async find(emailId: string): Promise<StoredEmail | null> {
    const [row] = await this.options.sql<(StoredEmail & { sealed: Uint8Array | null })[]>`
      SELECT ${this.#columns}, sealed FROM emails WHERE id = ${emailId}`;
    if (!row) return null;
    const { sealed, ...mail } = row;
    return sealed === null ? mail : fillIn(mail, this.options.sealer.open(sealed, emailId));
  }

  /** Marks a pending mail; one that is marked already keeps its mark. */
  async mark(emailId: string, state: Exclude<EmailState, 'pending'>, at: Date): Promise<void> {
    const sentAt = state === 'sent' ? at.toISOString() : null;
    await this.options
      .sql`UPDATE emails SET state = ${state}, sent_at = ${sentAt}::timestamptz, sealed = NULL WHERE id = ${emailId} AND state = 'pending'`;
  }

  /** Pending emails written more than `olderThanSeconds` ago, in the order of their ids. */
  async overdue(olderThanSeconds: number, { limit, after }: KeysetPage<string>): Promise<string[]> {
    const rows = await this.options.sql<{ id: string }[]>`
      SELECT id FROM emails
      WHERE state = 'pending' AND created_at < now() - make_interval(secs => ${olderThanSeconds}) AND id > ${after ?? ''}
      ORDER BY id LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  }

  /** Emails of an account, newest first. */
  async list(accountId: string, limit: number): Promise<StoredEmail[]> {
    return this.options.sql<StoredEmail[]>`
      SELECT ${this.#columns} FROM emails WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  }

  /** As it is stored, without what is sealed; null when the account has no such mail. */
  async findStored(accountId: string, emailId: string): Promise<StoredEmail | null> {
    const [row] = await this.options.sql<StoredEmail[]>`
      SELECT ${this.#columns} FROM emails WHERE id = ${emailId} AND account_id = ${accountId}`;
    return row ?? null;
  }

  get #columns() {
    return this.options.sql`id, recipient AS "to", kind, subject, text, html, state, created_at AS "createdAt", sent_at AS "sentAt"`;
  }
}
