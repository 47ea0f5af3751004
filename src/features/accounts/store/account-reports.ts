import { and, count, desc, eq, gte, lt, sql, sum } from 'drizzle-orm';
import type { AccountSummary, AccountUsage, UsageDay } from '../accounts.js';
import { PLAN, periodStart } from '../plans.js';
import type { Database } from '../../../kernel/db/client.js';
import { isInUse } from './account-store.js';
import { accountDetails, accounts, apiKeys, quotaPools, usageLedger, usagePeriods } from './schema.js';

/** Reports on accounts for the operator, from Postgres. */
export class PostgresAccountReports {
  constructor(private readonly db: Database) {}

  /** All accounts, newest first. */
  async list(): Promise<readonly AccountSummary[]> {
    return this.#summaries().orderBy(desc(accounts.createdAt), desc(accounts.id));
  }

  /** The account with its usage in the period that holds `now`; null when there is none. */
  async find(accountId: string, now: Date): Promise<(AccountSummary & { readonly usage: AccountUsage }) | null> {
    const [summary] = await this.#summaries().where(eq(accounts.id, accountId));
    const [row] = await this.db
      .select({ poolId: accounts.poolId, quotaOverride: accounts.quotaOverride, balanceMillicents: accounts.balanceMillicents })
      .from(accounts)
      .innerJoin(quotaPools, eq(quotaPools.id, accounts.poolId))
      .where(eq(accounts.id, accountId));
    if (!summary || !row) return null;
    const plan = PLAN[summary.plan];
    const start = periodStart(plan, now);
    const [period] = await this.db
      .select({ used: usagePeriods.used })
      .from(usagePeriods)
      .where(and(eq(usagePeriods.poolId, row.poolId), eq(usagePeriods.periodStart, start)));
    const [billed] = await this.db
      .select({ amount: sum(usageLedger.amount).mapWith(Number) })
      .from(usageLedger)
      // Before a change of plan in this period it may have been billed in another unit.
      .where(and(eq(usageLedger.accountId, accountId), eq(usageLedger.periodStart, start), eq(usageLedger.unit, plan.unit)));
    const [sharing] = await this.db.select({ accounts: count() }).from(accounts).where(eq(accounts.poolId, row.poolId));
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

  /**
   * What an account was billed, by day (UTC), key and module; deleted lookups included.
   *
   * @param range days, YYYY-MM-DD, both included
   */
  async usageByDay(accountId: string, { from, to }: { from: string; to: string }): Promise<readonly UsageDay[]> {
    const { createdAt, apiKeyId, module, unit } = usageLedger;
    const day = sql<string>`to_char(${createdAt} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
    const begins = (date: string, days = 0) => sql`(${date}::date + ${days}::int)::timestamp AT TIME ZONE 'UTC'`;
    return this.db
      .select({ day, apiKeyId, module, unit, lookups: count(), amount: sum(usageLedger.amount).mapWith(Number) })
      .from(usageLedger)
      .where(and(eq(usageLedger.accountId, accountId), gte(createdAt, begins(from)), lt(createdAt, begins(to, 1))))
      .groupBy(sql`1`, apiKeyId, module, unit)
      .orderBy(sql`1`, apiKeyId, module, unit);
  }

  #summaries() {
    const { id, createdAt, suspendedAt, retentionDays } = accounts;
    return this.db
      .select({
        accountId: id,
        ...accountDetails,
        createdAt,
        suspendedAt,
        retentionDays,
        activeKeys: this.db.$count(apiKeys, and(eq(apiKeys.accountId, id), isInUse)),
      })
      .from(accounts)
      .$dynamic();
  }
}
