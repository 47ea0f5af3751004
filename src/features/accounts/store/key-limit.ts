import type { TransactionSql } from 'postgres';
import type { AllowanceState, Caller } from '../accounts.js';

/** What keys may still make this month of a limit of their own. */
export interface KeyAllowance {
  readonly state: AllowanceState;
  /** Counts lookups that were granted, in the transaction that accepts them. */
  readonly count: (granted: number) => Promise<unknown>;
}

/** The present month, and never one before the last that was counted: transactions that waited began in an earlier one. */
const monthOf = (tx: TransactionSql) => tx`greatest(counted_month, date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC')`;

/**
 * Reads what is left of a key's own limit. Keys that replaced each other count at the first of them.
 *
 * @param tx has locked the account, so that no other acceptance of one of its keys is under way
 * @returns null when the caller has no limit of its own
 */
export async function readKeyAllowance(tx: TransactionSql, { monthly }: Pick<Caller, 'monthly'>): Promise<KeyAllowance | null> {
  if (!monthly) return null;
  const { firstKey, lookups: limit } = monthly;
  const [row] = await tx<{ month: Date; renewsAt: Date; used: number }[]>`
    SELECT month, (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC' AS "renewsAt",
      CASE WHEN month = counted_month THEN counted_lookups ELSE 0 END AS used
    FROM (SELECT ${monthOf(tx)} AS month, counted_month, counted_lookups FROM api_keys WHERE id = ${firstKey}) first_key`;
  if (!row) throw new Error(`the key ${firstKey} is gone`);
  const { month, renewsAt, used } = row;
  return {
    state: { unit: 'lookups', used, limit, renewsAt: renewsAt.toISOString() },
    count: (granted) => tx`
      UPDATE api_keys SET counted_month = ${month.toISOString()}::timestamptz, counted_lookups = ${used + granted} WHERE id = ${firstKey}`,
  };
}
