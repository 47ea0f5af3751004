import type { TransactionSql } from 'postgres';
import type { AllowanceState, Caller } from '../../accounts/accounts.js';
import type { LookupRequest } from '../lookup.js';
import { ALERT_PERCENTS, PLAN, renewalOf, type Plan } from '../../accounts/plans.js';
import { billOf, countedModule, lookupsOf } from '../prices.js';
import type { DeliveryTicket } from '../../webhooks/delivery.js';
import { writeUsageEvents } from '../../webhooks/store/event-writer.js';
import { isExhausted } from '../../test-keys/test-identities.js';
import { type LockedAccount, startOfPeriod } from '../../accounts/store/locked-account.js';

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
 * get the last lookup. Requests are granted in order while the allowance covers them; on a balance each that it covers.
 *
 * @param account the caller's, locked by this transaction
 * @param most lookups that may be granted, whatever the plan counts
 */
export async function debit(
  tx: TransactionSql,
  caller: Caller,
  account: Pick<LockedAccount, 'balanceMillicents'>,
  { requests, most }: { readonly requests: readonly LookupRequest[]; readonly most: number },
): Promise<Bill> {
  const plan = PLAN[caller.plan];
  const { balanceMillicents } = account;
  if (plan.unit === 'millicents') return debitBalance(tx, caller, { plan, balanceMillicents, most }, requests);
  const sums = sumsOf(requests.map((request) => billOf(caller.plan, request).amount));
  const usage = await addUsage(
    tx,
    caller,
    plan,
    sums.filter((sum) => sum <= most),
  );
  const granted = usage.after - usage.before;
  // Each threshold names the module of the lookup with which it was reached.
  const scopeAt = (used: number): string => {
    const crossing = requests[sums.findIndex((sum) => sum >= Math.min(granted, Math.ceil(used) - usage.before))];
    return crossing ? countedModule(crossing) : 'footprint';
  };
  const tickets = await writeUsageAlerts(tx, caller, usage, scopeAt);
  return {
    granted: sums.map((sum, index) => (sum <= granted ? sum - (sums[index - 1] ?? 0) : undefined)),
    refusal: 'quota_exceeded',
    allowance: stateOf(plan, usage, usage.limit ?? 0),
    periodStart: usage.periodStart,
    tickets,
  };
}

/**
 * The bill of a test key: nothing, except that an identity which stands for a used-up allowance is refused.
 *
 * @param most lookups that the account's test keys may still make
 */
export async function testBill(
  tx: TransactionSql,
  caller: Caller,
  { requests, most }: { readonly requests: readonly LookupRequest[]; readonly most: number },
): Promise<Bill> {
  const plan = PLAN[caller.plan];
  const [row] = await tx<{ periodStart: Date }[]>`SELECT ${startOfPeriod(tx, plan)} AS "periodStart"`;
  const periodStart = row?.periodStart ?? new Date(0);
  const limit = caller.allowance ?? 0;
  let left = most;
  return {
    granted: requests.map((request) => {
      if (isExhausted(request.subjects) || lookupsOf(request) > left) return undefined;
      left -= lookupsOf(request);
      return 0;
    }),
    refusal: plan.unit === 'millicents' ? 'insufficient_credits' : 'quota_exceeded',
    allowance: stateOf(plan, { before: limit, after: limit, limit, periodStart }, limit),
    periodStart,
    tickets: [],
  };
}

async function debitBalance(
  tx: TransactionSql,
  caller: Caller,
  { plan, balanceMillicents, most }: { plan: Plan; balanceMillicents: number; most: number },
  requests: readonly LookupRequest[],
): Promise<Bill> {
  let balance = balanceMillicents;
  let left = most;
  const granted = requests.map((request) => {
    const price = billOf(caller.plan, request).amount;
    if (price > balance || lookupsOf(request) > left) return undefined;
    balance -= price;
    left -= lookupsOf(request);
    return price;
  });
  const total = granted.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
  await tx`UPDATE accounts SET balance_millicents = ${balance} WHERE id = ${caller.accountId}`;
  const usage = await addUsage(tx, { ...caller, allowance: null }, plan, [total]);
  // The allowance of a credit plan is what was there at the period's start, top-ups included.
  const limit = usage.after + balance;
  const tickets = await writeUsageAlerts(tx, caller, { ...usage, limit }, () => 'credit');
  return { granted, refusal: 'insufficient_credits', allowance: stateOf(plan, usage, limit), periodStart: usage.periodStart, tickets };
}

function stateOf(plan: Plan, { after, periodStart }: Usage, limit: number): AllowanceState {
  return { unit: plan.unit, used: after, limit, renewsAt: renewalOf(plan, periodStart)?.toISOString() ?? null };
}

/** The sum of the amounts up to each of them. */
function sumsOf(amounts: readonly number[]): number[] {
  let sum = 0;
  return amounts.map((amount) => (sum += amount));
}

/**
 * Adds the largest of the sums that the allowance covers to the pool's period, never past the allowance.
 *
 * @param sums ascending
 */
async function addUsage(tx: TransactionSql, caller: Caller, plan: Plan, sums: readonly number[]): Promise<Usage> {
  const start = startOfPeriod(tx, plan);
  const limit = caller.allowance;
  const take =
    limit === null
      ? tx`${sums.at(-1) ?? 0}::bigint`
      : tx`(SELECT coalesce(max(sum), 0) FROM unnest(${[...sums]}::bigint[]) AS sum WHERE old.used + sum <= ${limit}::bigint)`;
  for (;;) {
    const [row] = await tx<Omit<Usage, 'limit'>[]>`
      WITH old AS (
        SELECT pool_id, period_start, used FROM usage_periods
        WHERE pool_id = ${caller.poolId} AND period_start = ${start} FOR UPDATE)
      UPDATE usage_periods p SET used = old.used + ${take} FROM old
      WHERE p.pool_id = old.pool_id AND p.period_start = old.period_start
      RETURNING old.used::float8 AS before, p.used::float8 AS after, p.period_start AS "periodStart"`;
    if (row) return { ...row, limit };
    await tx`INSERT INTO usage_periods (pool_id, period_start, used) VALUES (${caller.poolId}, ${start}, 0) ON CONFLICT DO NOTHING`;
  }
}

/**
 * Writes the usage alerts of thresholds that this debit crossed, once each per period, and their events.
 *
 * @param scopeAt the scope of a threshold, by the usage at which it is reached
 */
async function writeUsageAlerts(
  tx: TransactionSql,
  caller: Caller,
  usage: Usage,
  scopeAt: (used: number) => string,
): Promise<DeliveryTicket[]> {
  const { before, after, limit, periodStart } = usage;
  if (limit === null || limit === 0) return [];
  const crossed = ALERT_PERCENTS.filter((percent) => before * 100 < limit * percent && after * 100 >= limit * percent);
  if (crossed.length === 0) return [];
  const { poolId, accountId, apiKeyId } = caller;
  const scopeOf = (percent: number): string => scopeAt((limit * percent) / 100);
  const alerts = JSON.stringify(crossed.map((percent) => ({ percent, scope: scopeOf(percent) })));
  // Not now(): the transaction's own time is from before it got the row's lock, and a later threshold could seem the earlier one.
  const written = await tx<{ percent: number; createdAt: Date }[]>`
    INSERT INTO usage_alerts (pool_id, period_start, percent, account_id, api_key_id, scope, used, "limit", created_at)
    SELECT ${poolId}, ${periodStart.toISOString()}::timestamptz, a.percent, ${accountId}, ${apiKeyId}, a.scope, ${after}::bigint,
      ${limit}::bigint, clock_timestamp()
    FROM jsonb_to_recordset(${alerts}::jsonb) AS a (percent int, scope text)
    ON CONFLICT DO NOTHING RETURNING percent, created_at AS "createdAt"`;
  return writeUsageEvents(
    tx,
    caller,
    written.map((alert) => ({ ...alert, scope: scopeOf(alert.percent), used: after, limit, periodStart })),
  );
}
