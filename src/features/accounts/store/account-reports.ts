import type { Sql } from '../../../kernel/db/client.js';
import type { AccountSummary, AccountUsage, UsageDay } from '../accounts.js';
import { PLAN, periodStart } from '../plans.js';
import { isInUse } from './account-store.js';

interface SummaryRow extends AccountSummary {
  poolId: string;
  quotaOverride: number | null;
  balanceMillicents: number;
}

/** Reports on accounts for the operator, from Postgres. */
export class PostgresAccountReports {
  constructor(private readonly options: { sql: Sql }) {}

  /** All accounts, newest first. */
  async list(): Promise<readonly AccountSummary[]> {
    return this.options.sql<AccountSummary[]>`SELECT ${this.#summary} FROM accounts a ORDER BY created_at DESC, id DESC`;
  }

  /** The account with its usage in the period that holds `now`; null when there is none. */
  async find(accountId: string, now: Date): Promise<(AccountSummary & { readonly usage: AccountUsage }) | null> {
    const { sql } = this.options;
    const [row] = await sql<SummaryRow[]>`
      SELECT ${this.#summary}, pool_id AS "poolId", quota_override AS "quotaOverride", balance_millicents::float8 AS "balanceMillicents"
      FROM accounts a WHERE id = ${accountId}`;
    if (!row) return null;
    const { poolId, quotaOverride, balanceMillicents, ...summary } = row;
    const plan = PLAN[summary.plan];
    const start = periodStart(plan, now);
    // Before a change of plan in this period it may have been billed in another unit. No bill is older than its period: the condition that
    // says so is for the index.
    const [used] = await sql<Pick<AccountUsage, 'billed' | 'used' | 'sharedBy'>[]>`
      SELECT
        (SELECT coalesce(sum(amount), 0)::float8 FROM usage_ledger
          WHERE account_id = ${accountId} AND created_at >= ${start} AND period_start = ${start} AND unit = ${plan.unit}) AS billed,
        coalesce((SELECT used::float8 FROM usage_periods WHERE pool_id = ${poolId} AND period_start = ${start}), 0) AS used,
        (SELECT count(*)::int FROM accounts WHERE pool_id = ${poolId}) AS "sharedBy"`;
    const usage: AccountUsage = {
      plan: summary.plan,
      periodStart: start,
      ...(used ?? { billed: 0, used: 0, sharedBy: 1 }),
      allowance: quotaOverride ?? plan.lookupsPerPeriod,
      balanceMillicents: plan.unit === 'millicents' ? balanceMillicents : null,
    };
    return { ...summary, usage };
  }

  /**
   * What an account was billed, by day (UTC), key and module; deleted lookups included.
   *
   * @param range days, YYYY-MM-DD, both included
   */
  async usageByDay(accountId: string, { from, to }: { from: string; to: string }): Promise<readonly UsageDay[]> {
    const { sql } = this.options;
    const begins = (date: string, days = 0) => sql`(${date}::date + ${days}::int)::timestamp AT TIME ZONE 'UTC'`;
    return sql<UsageDay[]>`
      SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, api_key_id AS "apiKeyId", module, unit, count(*)::int AS lookups,
        sum(amount)::float8 AS amount
      FROM usage_ledger WHERE account_id = ${accountId} AND created_at >= ${begins(from)} AND created_at < ${begins(to, 1)}
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;
  }

  get #summary() {
    const { sql } = this.options;
    return sql`id AS "accountId", email, name, plan, created_at AS "createdAt", suspended_at AS "suspendedAt",
      retention_days AS "retentionDays", (SELECT count(*)::int FROM api_keys WHERE account_id = a.id AND ${isInUse(sql)}) AS "activeKeys"`;
  }
}
