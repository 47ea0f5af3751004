import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AccountDetails, AccountStore, Caller, NewAccount } from '../../domain/billing/account-ports.js';
import { ServiceError } from '../../domain/errors.js';
import type { NewId } from '../../domain/ids.js';
import { PLAN } from '../../domain/billing/plans.js';
import type { Database } from '../client.js';
import { accountDetails, accounts, apiKeys, quotaPools } from '../schema/index.js';

/** Accounts and their keys in Postgres. */
export class PostgresAccountStore implements AccountStore {
  readonly #db: Database;
  readonly #newId: NewId;

  constructor(options: { db: Database; newId: NewId }) {
    this.#db = options.db;
    this.#newId = options.newId;
  }

  async create(account: NewAccount): Promise<{ accountId: string }> {
    const accountId = this.#newId('account');
    const key = account.poolKey ?? `account:${accountId}`;
    await this.#db.transaction(async (tx) => {
      await tx
        .insert(quotaPools)
        .values({ id: this.#newId('pool'), key })
        .onConflictDoNothing();
      const [pool] = await tx.select({ id: quotaPools.id }).from(quotaPools).where(eq(quotaPools.key, key));
      if (!pool) throw new Error('the quota pool vanished between insert and select');
      const made = await tx
        .insert(accounts)
        .values({
          ...detailsOf(account),
          id: accountId,
          emailKey: sql`lower(${account.email}::text)`,
          poolId: pool.id,
          quotaOverride: account.quotaOverride,
          balanceMillicents: account.balanceMillicents,
        })
        .onConflictDoNothing({ target: accounts.emailKey })
        .returning({ id: accounts.id });
      if (made.length === 0) throw new ServiceError('account_exists');
    });
    return { accountId };
  }

  async exists(accountId: string): Promise<boolean> {
    const rows = await this.#db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId));
    return rows.length > 0;
  }

  async addKey(key: { accountId: string; name: string; digest: Buffer; lastFour: string; scopes: readonly string[] }) {
    const apiKeyId = this.#newId('apiKey');
    await this.#db.insert(apiKeys).values({ ...key, id: apiKeyId, scopes: [...key.scopes] });
    return { apiKeyId };
  }

  async findCaller(digest: Buffer): Promise<Caller | null> {
    const [row] = await this.#db
      .select({
        accountId: accounts.id,
        apiKeyId: apiKeys.id,
        plan: accounts.plan,
        poolId: accounts.poolId,
        quotaOverride: accounts.quotaOverride,
        scopes: apiKeys.scopes,
      })
      .from(apiKeys)
      .innerJoin(accounts, eq(accounts.id, apiKeys.accountId))
      .where(and(eq(apiKeys.digest, digest), isNull(apiKeys.revokedAt)));
    if (!row) return null;
    const { quotaOverride, ...caller } = row;
    return { ...caller, allowance: quotaOverride ?? PLAN[row.plan].lookupsPerPeriod };
  }

  async revokeKey(accountId: string, apiKeyId: string): Promise<boolean> {
    const rows = await this.#db
      .update(apiKeys)
      .set({ revokedAt: new Date() })
      .where(and(eq(apiKeys.id, apiKeyId), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)))
      .returning({ id: apiKeys.id });
    return rows.length > 0;
  }
}

/** The details of an account and no other property, so that an object with more of them cannot set other columns. */
function detailsOf(account: AccountDetails): AccountDetails {
  const names = Object.keys(accountDetails) as (keyof AccountDetails)[];
  return Object.fromEntries(names.map((name) => [name, account[name]])) as unknown as AccountDetails;
}
