import { expect } from 'vitest';
import type { Service } from '../service.js';

export interface Bill {
  /** Rows in the record of lookups. */
  readonly lookups: number;
  /** Rows in the ledger. */
  readonly ledger: number;
  /** What the account's pool used, over all periods. */
  readonly used: number;
  /** What is left of a prepaid balance. */
  readonly balance: number;
}

/** What an account was billed, from all the places that say so. */
export async function billOf(service: Pick<Service, 'sql'>, accountId: string): Promise<Bill> {
  const [bill] = await service.sql<Bill[]>`
    SELECT (SELECT count(*)::int FROM lookups WHERE account_id = a.id) AS lookups,
           (SELECT count(*)::int FROM usage_ledger WHERE account_id = a.id) AS ledger,
           (SELECT coalesce(sum(used), 0)::int FROM usage_periods WHERE pool_id = a.pool_id) AS used,
           a.balance_millicents::int AS balance
    FROM accounts a WHERE a.id = ${accountId}`;
  if (!bill) throw new Error('there is no such account');
  return bill;
}

/** Nothing was stored, nothing was billed. */
export async function expectUnbilled(service: Pick<Service, 'sql'>, accountId: string, balance = 0): Promise<void> {
  expect(await billOf(service, accountId)).toEqual({ lookups: 0, ledger: 0, used: 0, balance });
}
