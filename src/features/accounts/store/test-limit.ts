import type { TransactionSql } from 'postgres';
import type { Caller } from '../accounts.js';
import type { KeyAllowance } from './key-limit.js';

/** Lookups of an account's test keys in a calendar month (UTC), and those of them that check every platform. docs/contract.md, 21.5. */
export const TEST_LIMITS = { lookups: 1_000, deep: 200 } as const;

/**
 * Reads what is left to the test keys of an account: the limit that is reached first.
 *
 * @param tx has locked the account, so that no other acceptance of one of its keys is under way
 * @param requests of one band and list of platforms
 */
export async function readTestAllowance(
  tx: TransactionSql,
  { accountId }: Pick<Caller, 'accountId'>,
  requests: readonly { readonly band: string; readonly platforms: readonly string[] | null }[],
): Promise<KeyAllowance> {
  const isDeep = requests.some(({ band, platforms }) => band === 'deep' && platforms === null);
  const [row] = await tx<{ month: Date; renewsAt: Date; lookups: number; deep: number }[]>`
    SELECT month, (month AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC' AS "renewsAt",
      CASE WHEN month = test_month THEN test_lookups ELSE 0 END AS lookups,
      CASE WHEN month = test_month THEN test_deep_lookups ELSE 0 END AS deep
    FROM (SELECT greatest(test_month, date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC') AS month, test_month, test_lookups,
      test_deep_lookups FROM accounts WHERE id = ${accountId}) account`;
  if (!row) throw new Error(`the account ${accountId} is gone`);
  const { month, renewsAt, lookups, deep } = row;
  const isDeepLess = isDeep && TEST_LIMITS.deep - deep < TEST_LIMITS.lookups - lookups;
  const [used, limit] = isDeepLess ? [deep, TEST_LIMITS.deep] : [lookups, TEST_LIMITS.lookups];
  return {
    state: { unit: 'lookups', used, limit, renewsAt: renewsAt.toISOString() },
    count: (granted) => tx`
      UPDATE accounts SET test_month = ${month.toISOString()}::timestamptz, test_lookups = ${lookups + granted},
        test_deep_lookups = ${deep + (isDeep ? granted : 0)} WHERE id = ${accountId}`,
  };
}
