import type { NewId } from '../../../kernel/values/ids.js';
import type { AccountDeletion } from '../account-export.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';

/** Deletions of accounts in Postgres: rows of `erasures`, which the reconciler starts when they are due. */
export class AccountDeletions {
  constructor(private readonly options: { sql: Sql; newId: NewId }) {}

  /** Closes the account in the same transaction. Of one that is closed, the deletion that closed it. @returns null: no such account */
  async request({
    accountId,
    requestedBy,
    graceSeconds,
  }: {
    readonly accountId: string;
    readonly requestedBy: string | null;
    readonly graceSeconds: number;
  }): Promise<AccountDeletion | null> {
    return transaction(this.options.sql, async (tx) => {
      const [account] = await tx<{ isClosed: boolean }[]>`
        SELECT closed_at IS NOT NULL AS "isClosed" FROM accounts WHERE id = ${accountId} AND deleted_at IS NULL FOR NO KEY UPDATE`;
      if (!account) return null;
      if (!account.isClosed) {
        await tx`UPDATE accounts SET closed_at = now() WHERE id = ${accountId}`;
        await tx`
          INSERT INTO erasures (id, account_id, api_key_id, target, digest, is_dry_run, due_at)
          VALUES (${this.options.newId('erasure')}, ${accountId}, ${requestedBy}, 'account', ${accountId}, false, now() + make_interval(secs => ${graceSeconds}))`;
      }
      const [row] = await tx<AccountDeletion[]>`${this.#ofAccount(accountId)}`;
      return row ?? null;
    });
  }

  /** The newest; null: none was asked for, or it was taken back. */
  async find(accountId: string): Promise<AccountDeletion | null> {
    const [row] = await this.options.sql<AccountDeletion[]>`${this.#ofAccount(accountId)}`;
    return row ?? null;
  }

  /** Takes back what has not begun, and opens the account. @returns its id; null: there is no such deletion */
  async cancel(accountId: string): Promise<string | null> {
    return transaction(this.options.sql, async (tx) => {
      await tx`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
      const [row] = await tx<{ id: string }[]>`
        DELETE FROM erasures WHERE account_id = ${accountId} AND target = 'account' AND state = 'accepted' RETURNING id`;
      if (!row) return null;
      await tx`UPDATE accounts SET closed_at = NULL WHERE id = ${accountId}`;
      return row.id;
    });
  }

  /** The address of an account; null: there is none, or it is deleted. */
  async emailOf(accountId: string): Promise<string | null> {
    const [row] = await this.options.sql<{ email: string }[]>`SELECT email FROM accounts WHERE id = ${accountId} AND deleted_at IS NULL`;
    return row?.email ?? null;
  }

  #ofAccount(accountId: string) {
    return this.options.sql`
      SELECT id, state, created_at AS "createdAt", due_at AS "dueAt", counts, finished_at AS "finishedAt" FROM erasures
      WHERE account_id = ${accountId} AND target = 'account' ORDER BY id DESC LIMIT 1`;
  }
}
