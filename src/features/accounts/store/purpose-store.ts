import { eq } from 'drizzle-orm';
import type { Purposes } from '../purposes.js';
import type { Database } from '../../../kernel/db/client.js';
import { accounts } from './schema.js';

/** An account's purposes in Postgres. */
export class PurposeStore {
  constructor(private readonly options: { db: Database }) {}

  /** @returns null when there is no such account */
  async read(accountId: string): Promise<Purposes | null> {
    const { purposes, purposeRequired: required } = accounts;
    const [row] = await this.options.db.select({ purposes, required }).from(accounts).where(eq(accounts.id, accountId));
    return row ? { purposes: row.purposes ?? [], required: row.required } : null;
  }

  async replace(accountId: string, { purposes, required }: Purposes): Promise<void> {
    await this.options.db
      .update(accounts)
      .set({ purposes: [...purposes], purposeRequired: required })
      .where(eq(accounts.id, accountId));
  }
}
