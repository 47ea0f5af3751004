import type { TransactionSql } from 'postgres';
import type { AccountTerms, PlanChange, TopUp } from '../accounts.js';
import { PLAN } from '../plans.js';
import type { NewId } from '../../../kernel/values/ids.js';
import type { Sql } from '../../../kernel/db/client.js';
import { transaction } from '../../../kernel/db/transaction.js';
import { openPool } from './account-store.js';
import { allowanceOf, type LockedAccount, lockAccount, startOfPeriod } from './locked-account.js';

/**
 * What an operator changes on an account. Every change is one transaction, which no acceptance of the account overlaps. Null: there is no
 * such account.
 */
export class AccountChanges {
  constructor(private readonly options: { sql: Sql; newId: NewId }) {}

  /** The address of an account. */
  async emailOf(accountId: string): Promise<string | null> {
    const [row] = await this.options.sql<{ email: string }[]>`SELECT email FROM accounts WHERE id = ${accountId}`;
    return row?.email ?? null;
  }

  /**
   * What was used of the new plan's allowance in its present period, by the account or by those it now shares with, counts. What was used
   * of another allowance does not.
   */
  async changePlan(accountId: string, { plan, sharedPoolKey, quotaOverride }: PlanChange): Promise<AccountTerms | null> {
    return this.#locked(accountId, async (tx, account) => {
      if (account.plan === plan) {
        await tx`UPDATE accounts SET quota_override = ${quotaOverride} WHERE id = ${accountId}`;
      } else {
        const poolId = await openPool(tx, this.options.newId('pool'), sharedPoolKey ?? `account:${accountId}`);
        await tx`UPDATE accounts SET plan = ${plan}, pool_id = ${poolId}, quota_override = ${quotaOverride} WHERE id = ${accountId}`;
        await recount(tx, accountId, { from: account, to: { plan, poolId } });
      }
      return rearmAlerts(tx, accountId);
    });
  }

  async setQuota(accountId: string, quotaOverride: number | null): Promise<AccountTerms | 'credit_plan' | null> {
    return this.#locked(accountId, async (tx, { plan }) => {
      if (PLAN[plan].unit === 'millicents') return 'credit_plan';
      await tx`UPDATE accounts SET quota_override = ${quotaOverride} WHERE id = ${accountId}`;
      return rearmAlerts(tx, accountId);
    });
  }

  /** @returns whether it was credited now; `conflict`: the reference was used for another amount; `too_much`: beyond what can be stored */
  async topUp(accountId: string, { reference, amountMillicents }: TopUp) {
    return this.#locked(accountId, async (tx, { balanceMillicents }) => {
      const [earlier] = await tx<{ amount: number }[]>`
        SELECT amount_millicents::float8 AS amount FROM balance_top_ups WHERE account_id = ${accountId} AND reference = ${reference}`;
      if (earlier) return earlier.amount === amountMillicents ? { ...(await termsOf(tx, accountId)), credited: false } : 'conflict';
      if (balanceMillicents + amountMillicents > Number.MAX_SAFE_INTEGER) return 'too_much';
      await tx`
        INSERT INTO balance_top_ups (account_id, reference, amount_millicents) VALUES (${accountId}, ${reference}, ${amountMillicents})`;
      await tx`UPDATE accounts SET balance_millicents = balance_millicents + ${amountMillicents} WHERE id = ${accountId}`;
      return { ...(await rearmAlerts(tx, accountId)), credited: true };
    });
  }

  /** From its commit on nothing is accepted. @param isSuspended a repetition changes nothing */
  async setSuspended(accountId: string, isSuspended: boolean): Promise<AccountTerms | null> {
    return this.#locked(accountId, async (tx) => {
      const since = isSuspended ? tx`coalesce(suspended_at, now())` : tx`NULL`;
      await tx`UPDATE accounts SET suspended_at = ${since} WHERE id = ${accountId}`;
      return termsOf(tx, accountId);
    });
  }

  /** @returns null when there is no such account */
  async #locked<T>(accountId: string, change: (tx: TransactionSql, account: LockedAccount) => Promise<T>): Promise<T | null> {
    return transaction(this.options.sql, async (tx) => {
      const account = await lockAccount(tx, accountId);
      return account && change(tx, account);
    });
  }
}

type Billing = Pick<LockedAccount, 'plan' | 'poolId'>;

/**
 * Sets what the new pool has used of this month from the ledger. Its row may be of another plan that the account had this month, and
 * count in another unit. Pools of the trial are left as they are: they count lookups of everybody who shares them.
 */
async function recount(tx: TransactionSql, accountId: string, { from, to }: { from: Billing; to: Billing }): Promise<void> {
  const plan = PLAN[to.plan];
  const isContinued = from.poolId === to.poolId && PLAN[from.plan].period === plan.period && PLAN[from.plan].unit === plan.unit;
  if (plan.period === 'ever' || isContinued) return;
  const start = startOfPeriod(tx, plan);
  // A bill is written by the transaction that decides its period: it is never older than the period. The condition is for the index.
  await tx`
    INSERT INTO usage_periods (pool_id, period_start, used)
    SELECT ${to.poolId}, ${start}, coalesce(sum(amount), 0) FROM usage_ledger
    WHERE account_id = ${accountId} AND created_at >= ${start} AND period_start = ${start} AND pool_id = ${to.poolId} AND unit = ${plan.unit}
    ON CONFLICT (pool_id, period_start) DO UPDATE SET used = excluded.used`;
}

/**
 * Forgets the usage alerts of this period whose thresholds are no longer reached with the allowance in force, so that they are written
 * again when they are.
 */
async function rearmAlerts(tx: TransactionSql, accountId: string): Promise<AccountTerms> {
  const { poolId, ...terms } = await readTerms(tx, accountId);
  const plan = PLAN[terms.plan];
  const start = startOfPeriod(tx, plan);
  const [period] = await tx<{ used: number }[]>`
    SELECT used::float8 AS used FROM usage_periods WHERE pool_id = ${poolId} AND period_start = ${start} FOR UPDATE`;
  const used = period?.used ?? 0;
  const limit = plan.unit === 'millicents' ? used + terms.balanceMillicents : allowanceOf(terms);
  if (limit !== null)
    await tx`
      DELETE FROM usage_alerts WHERE pool_id = ${poolId} AND period_start = ${start} AND ${used}::numeric * 100 < ${limit}::numeric * percent`;
  return terms;
}

async function termsOf(tx: TransactionSql, accountId: string): Promise<AccountTerms> {
  const { poolId: _, ...terms } = await readTerms(tx, accountId);
  return terms;
}

async function readTerms(tx: TransactionSql, accountId: string): Promise<AccountTerms & { readonly poolId: string }> {
  const [row] = await tx<(AccountTerms & { poolId: string })[]>`
    SELECT id AS "accountId", plan, pool_id AS "poolId", quota_override AS "quotaOverride",
      balance_millicents::float8 AS "balanceMillicents", suspended_at AS "suspendedAt"
    FROM accounts WHERE id = ${accountId}`;
  if (!row) throw new Error('the account vanished while it was locked');
  return row;
}
