/** The row of an account, locked: who bills it and who changes it take turns. */
import type { TransactionSql } from 'postgres';
import { PLAN, type Plan, type PlanName } from '../plans.js';

export interface LockedAccount {
  readonly plan: PlanName;
  readonly poolId: string;
  readonly quotaOverride: number | null;
  readonly balanceMillicents: number;
  readonly isSuspended: boolean;
  readonly isClosed: boolean;
}

/**
 * Locks the account until the transaction ends. Transactions that also lock a pool's usage lock the account first, so that they cannot
 * deadlock. Whoever only refers to the account does not wait.
 *
 * @returns null when there is no such account
 */
export async function lockAccount(tx: TransactionSql, accountId: string): Promise<LockedAccount | null> {
  const [account] = await tx<LockedAccount[]>`
    SELECT plan, pool_id AS "poolId", quota_override AS "quotaOverride", balance_millicents::float8 AS "balanceMillicents",
      suspended_at IS NOT NULL AS "isSuspended", closed_at IS NOT NULL AS "isClosed"
    FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`;
  return account ?? null;
}

/** Lookups a period; null: no limit, or a credit plan. */
export function allowanceOf({ plan, quotaOverride }: Pick<LockedAccount, 'plan' | 'quotaOverride'>): number | null {
  return quotaOverride ?? PLAN[plan].lookupsPerPeriod;
}

/** The start of the plan's present period, on the database's clock, as a part of a statement. */
export function startOfPeriod(tx: TransactionSql, plan: Plan) {
  return plan.period === 'ever' ? tx`to_timestamp(0)` : tx`date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
}
