import { and, count, desc, eq, isNull, sum } from 'drizzle-orm';
import type { AccountSummary, AccountUsage, KeySummary } from '../../domain/billing/account-ports.js';
import { PLAN, periodStart } from '../../domain/billing/plans.js';
import type { Database } from '../client.js';
import { accountDetails, accounts, apiKeys, quotaPools, usageLedger, usagePeriods } from '../schema/index.js';

/** Reports on accounts for the operator, from Postgres. */
export class PostgresAccountReports {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** All accounts, newest first. */
  async list(): Promise<readonly AccountSummary[]> {
    return this.#summaries().orderBy(desc(accounts.createdAt), desc(accounts.id));
  }

  /** Keys of an account, revoked ones included, newest first. */
  async keys(accountId: string): Promise<readonly KeySummary[]> {
    const { id, name, lastFour, scopes, createdAt, revokedAt } = apiKeys;
    return this.#db
      .select({ apiKeyId: id, name, lastFour, scopes, createdAt, revokedAt })
      .from(apiKeys)
      .where(eq(apiKeys.accountId, accountId))
      .orderBy(desc(createdAt), desc(id));
  }

  /** The account with its usage in the period that holds `now`; null when there is none. */
  async find(accountId: string, now: Date): Promise<(AccountSummary & { readonly usage: AccountUsage }) | null> {
    const [summary] = await this.#summaries().where(eq(accounts.id, accountId));
    const [row] = await this.#db
      .select({ poolId: accounts.poolId, quotaOverride: accounts.quotaOverride, balanceMillicents: accounts.balanceMillicents })
      .from(accounts)
      .innerJoin(quotaPools, eq(quotaPools.id, accounts.poolId))
      .where(eq(accounts.id, accountId));
    if (!summary || !row) return null;
    const plan = PLAN[summary.plan];
    const start = periodStart(plan, now);
    const [period] = await this.#db
      .select({ used: usagePeriods.used })
      .from(usagePeriods)
      .where(and(eq(usagePeriods.poolId, row.poolId), eq(usagePeriods.periodStart, start)));
    const [billed] = await this.#db
      .select({ amount: sum(usageLedger.amount).mapWith(Number) })
      .from(usageLedger)
      .where(and(eq(usageLedger.accountId, accountId), eq(usageLedger.periodStart, start)));
    const [sharing] = await this.#db.select({ accounts: count() }).from(accounts).where(eq(accounts.poolId, row.poolId));
    const usage: AccountUsage = {
      plan: summary.plan,
      periodStart: start,
      billed: billed?.amount ?? 0,
      used: period?.used ?? 0,
      allowance: row.quotaOverride ?? plan.lookupsPerPeriod,
      balanceMillicents: plan.unit === 'millicents' ? row.balanceMillicents : null,
      sharedBy: sharing?.accounts ?? 1,
    };
    return { ...summary, usage };
  }

  #summaries() {
    const { id, createdAt } = accounts;
    return this.#db
      .select({
        accountId: id,
        ...accountDetails,
        createdAt,
        activeKeys: this.#db.$count(apiKeys, and(eq(apiKeys.accountId, id), isNull(apiKeys.revokedAt))),
      })
      .from(accounts)
      .$dynamic();
  }
}
