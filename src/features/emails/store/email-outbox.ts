import type { TransactionSql } from 'postgres';
import type { NewId } from '../../../kernel/values/ids.js';
import type { KeysetPage } from '../../../kernel/values/pages.js';
import { fillIn, type MailContent, type MailState, type SealedMail, type StoredMail } from '../mail.js';
import type { Sealer } from '../../../kernel/values/sealer.js';
import type { Sql } from '../../../kernel/db/client.js';

/**
 * Writes a mail to an account's holder into the outbox, in the transaction of what it reports.
 *
 * @param mail.dedupKey identifies why it is written: one mail per key
 * @returns its id; null when it was written before
 */
export async function writeMail(
  sql: Sql | TransactionSql,
  newId: NewId,
  mail: MailContent & { accountId: string; dedupKey: string },
): Promise<string | null> {
  const { accountId, dedupKey, kind, subject, text, html } = mail;
  const [row] = await sql<{ id: string }[]>`
    INSERT INTO mails (id, account_id, dedup_key, kind, recipient, subject, text, html)
    SELECT ${newId('mail')}, a.id, ${dedupKey}, ${kind}, a.email, ${subject}, ${text}, ${html} FROM accounts a WHERE a.id = ${accountId}
    ON CONFLICT (dedup_key) DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/**
 * Writes a mail to a person into the outbox, with what must not be stored readably sealed beside its text.
 *
 * @param mail.accountId account whose outbox shows it; null: none does
 * @returns its id
 */
export async function writeMailTo(
  tx: TransactionSql,
  newId: NewId,
  mail: SealedMail & { accountId: string | null; dedupKey: string },
): Promise<string> {
  const { accountId, dedupKey, kind, to, subject, text, html } = mail;
  const id = newId('mail');
  await tx`
    INSERT INTO mails (id, account_id, dedup_key, kind, recipient, subject, text, html, sealed)
    VALUES (${id}, ${accountId}, ${dedupKey}, ${kind}, ${to}, ${subject}, ${text}, ${html}, ${Buffer.from(mail.sealFor(id))})`;
  return id;
}

/** The outbox of mails in Postgres. */
export class MailOutbox {
  constructor(private readonly options: { sql: Sql; sealer: Pick<Sealer, 'open'> }) {}

  /** As it is sent, with what its stored text leaves out; null when there is no such mail. @throws when no key opens that */
  async find(mailId: string): Promise<StoredMail | null> {
    const [row] = await this.options.sql<(StoredMail & { sealed: Uint8Array | null })[]>`
      SELECT ${this.#columns}, sealed FROM mails WHERE id = ${mailId}`;
    if (!row) return null;
    const { sealed, ...mail } = row;
    return sealed === null ? mail : fillIn(mail, this.options.sealer.open(sealed, mailId));
  }

  /** Marks a pending mail; one that is marked already keeps its mark. */
  async mark(mailId: string, state: Exclude<MailState, 'pending'>, at: Date): Promise<void> {
    const sentAt = state === 'sent' ? at.toISOString() : null;
    await this.options
      .sql`UPDATE mails SET state = ${state}, sent_at = ${sentAt}::timestamptz, sealed = NULL WHERE id = ${mailId} AND state = 'pending'`;
  }

  /** Pending mails written more than `olderThanSeconds` ago, in the order of their ids. */
  async overdue(olderThanSeconds: number, { limit, after }: KeysetPage<string>): Promise<string[]> {
    const rows = await this.options.sql<{ id: string }[]>`
      SELECT id FROM mails
      WHERE state = 'pending' AND created_at < now() - make_interval(secs => ${olderThanSeconds}) AND id > ${after ?? ''}
      ORDER BY id LIMIT ${limit}`;
    return rows.map(({ id }) => id);
  }

  /** Mails of an account, newest first. */
  async list(accountId: string, limit: number): Promise<StoredMail[]> {
    return this.options.sql<StoredMail[]>`
      SELECT ${this.#columns} FROM mails WHERE account_id = ${accountId} ORDER BY created_at DESC, id DESC LIMIT ${limit}`;
  }

  /** As it is stored, without what is sealed; null when the account has no such mail. */
  async findStored(accountId: string, mailId: string): Promise<StoredMail | null> {
    const [row] = await this.options.sql<StoredMail[]>`
      SELECT ${this.#columns} FROM mails WHERE id = ${mailId} AND account_id = ${accountId}`;
    return row ?? null;
  }

  get #columns() {
    return this.options.sql`id, recipient AS "to", kind, subject, text, html, state, created_at AS "createdAt", sent_at AS "sentAt"`;
  }
}
