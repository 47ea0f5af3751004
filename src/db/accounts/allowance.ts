import { sql } from 'drizzle-orm';
import type { AllowanceState, Caller } from '../../domain/billing/account-ports.js';
import type { LookupRequest } from '../../domain/lookup/lookup.js';
import { PLAN, renewalOf, type Plan } from '../../domain/billing/plans.js';
import { countedModule, priceOf } from '../../domain/billing/prices.js';
import type { DeliveryTicket } from '../../domain/webhooks/delivery.js';
import type { Database } from '../client.js';
import { usageAlerts } from '../schema/index.js';
import { inDrizzle } from '../webhooks/transaction.js';
import { writeUsageEvents } from '../webhooks/reported-events.js';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** What one acceptance costs: an amount for each request that was granted, undefined for those that were not. */
export interface Bill {
  readonly granted: readonly (number | undefined)[];
  readonly refusal: 'quota_exceeded' | 'insufficient_credits';
  /** State of the allowance, for the requests that were not granted. */
  readonly allowance: AllowanceState;
  readonly periodStart: Date;
  /** Deliveries of the thresholds that were reached, to start after the commit. */
  readonly tickets: readonly DeliveryTicket[];
}

interface Usage {
  readonly before: number;
  readonly after: number;
  readonly limit: number | null;
  readonly periodStart: Date;
}

/**
 * Debits the cost of the requests from the caller's allowance, under a lock on one row, so that two callers can never both
 * get the last lookup. Requests are granted in order while the allowance covers them.
 */
export async function debit(tx: Transaction, caller: Caller, requests: readonly LookupRequest[]): Promise<Bill> {
  const plan = PLAN[caller.plan];
  if (plan.unit === 'millicents') return debitBalance(tx, caller, plan, requests);
  const usage = await addUsage(tx, caller, plan, requests.length);
  const grants = usage.after - usage.before;
  // Each threshold names the module of the lookup with which it was reached.
  const scopeAt = (used: number): string => {
    const crossing = requests[Math.min(grants, Math.ceil(used) - usage.before) - 1];
    return crossing ? countedModule(crossing) : 'footprint';
  };
  const tickets = await writeUsageAlerts(tx, caller, usage, scopeAt);
  return {
    granted: requests.map((_, index) => (index < grants ? 1 : undefined)),
    refusal: 'quota_exceeded',
    allowance: stateOf(plan, usage, usage.limit ?? 0),
    periodStart: usage.periodStart,
    tickets,
  };
}

async function debitBalance(tx: Transaction, caller: Caller, plan: Plan, requests: readonly LookupRequest[]): Promise<Bill> {
  const [account] = (await tx.execute(
    sql`SELECT balance_millicents::float8 AS balance FROM accounts WHERE id = ${caller.accountId} FOR UPDATE`,
  )) as unknown as { balance: number }[];
  let balance = account?.balance ?? 0;
  const granted = requests.map((request) => {
    const price = priceOf(request);
    if (price > balance) return undefined;
    balance -= price;
    return price;
  });
  const total = granted.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  await tx.execute(sql`UPDATE accounts SET balance_millicents = ${balance} WHERE id = ${caller.accountId}`);
  const usage = await addUsage(tx, { ...caller, allowance: null }, plan, total);
  // The allowance of a credit plan is what was there at the period's start, top-ups included.
  const limit = usage.after + balance;
  const tickets = await writeUsageAlerts(tx, caller, { ...usage, limit }, () => 'credit');
  return { granted, refusal: 'insufficient_credits', allowance: stateOf(plan, usage, limit), periodStart: usage.periodStart, tickets };
}

function stateOf(plan: Plan, { after, periodStart }: Usage, limit: number): AllowanceState {
  return { unit: plan.unit, used: after, limit, renewsAt: renewalOf(plan, periodStart)?.toISOString() ?? null };
}

/** Adds up to `wanted` to the pool's period, never past the allowance. */
async function addUsage(tx: Transaction, caller: Caller, plan: Plan, wanted: number): Promise<Usage> {
  const start = plan.period === 'ever' ? sql`to_timestamp(0)` : sql`date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'`;
  const limit = caller.allowance;
  const take = limit === null ? sql`${wanted}::bigint` : sql`least(${wanted}::bigint, greatest(${limit}::bigint - old.used, 0))`;
  const update = sql`
    WITH old AS (
      SELECT pool_id, period_start, used FROM usage_periods
      WHERE pool_id = ${caller.poolId} AND period_start = ${start} FOR UPDATE)
    UPDATE usage_periods p SET used = old.used + ${take} FROM old
    WHERE p.pool_id = old.pool_id AND p.period_start = old.period_start
    RETURNING old.used::float8 AS before, p.used::float8 AS after, p.period_start AS "periodStart"`;
  for (;;) {
    const [row] = (await tx.execute(update)) as unknown as { before: number; after: number; periodStart: string | Date }[];
    if (row) return { before: row.before, after: row.after, periodStart: new Date(row.periodStart), limit };
    await tx.execute(sql`
      INSERT INTO usage_periods (pool_id, period_start, used) VALUES (${caller.poolId}, ${start}, 0) ON CONFLICT DO NOTHING`);
  }
}

/**
 * Writes the usage alerts of thresholds that this debit crossed, once each per period, and their events.
 *
 * @param scopeAt the scope of a threshold, by the usage at which it is reached
 */
async function writeUsageAlerts(
  tx: Transaction,
  caller: Caller,
  usage: Usage,
  scopeAt: (used: number) => string,
): Promise<DeliveryTicket[]> {
  const { before, after, limit, periodStart } = usage;
  if (limit === null || limit === 0) return [];
  const crossed = [80, 100].filter((percent) => before * 100 < limit * percent && after * 100 >= limit * percent);
  if (crossed.length === 0) return [];
  const { poolId, accountId, apiKeyId } = caller;
  const scopeOf = (percent: number): string => scopeAt((limit * percent) / 100);
  // The transaction's own time is from before it got the row's lock: a later threshold could seem the earlier one.
  const createdAt = sql<Date>`clock_timestamp()`;
  const written = await tx
    .insert(usageAlerts)
    .values(
      crossed.map((percent) => ({
        poolId,
        periodStart,
        percent,
        accountId,
        apiKeyId,
        scope: scopeOf(percent),
        used: after,
        limit,
        createdAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ percent: usageAlerts.percent, createdAt: usageAlerts.createdAt });
  return writeUsageEvents(
    inDrizzle(tx),
    caller,
    written.map((row) => ({ ...row, scope: scopeOf(row.percent), used: after, limit, periodStart })),
  );
}
