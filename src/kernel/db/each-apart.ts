import type { TransactionSql } from 'postgres';
import { isContention, isOutage } from '../values/errors.js';
import type { Sql } from './client.js';
import { type AfterCommit, transaction } from './transaction.js';

/** How long a row's transaction waits for a lock. */
const LOCK_TIMEOUT = '100ms';

/**
 * Does something for each row, in a transaction of its own: a row that somebody has locked is skipped, a fault of one is its own, and the
 * others go on. Every loop over rows of several accounts uses it, or says in test/unit/row-loops.test.ts why not.
 *
 * @param step.work returns how much it did
 * @param step.onFault is called with what `work` threw, unless the database is away or the row is in use
 * @returns how much was done
 * @throws an outage of the database
 */
export async function eachApart<Row>(
  sql: Sql,
  rows: readonly Row[],
  step: {
    readonly work: (tx: TransactionSql, afterCommit: AfterCommit, row: Row) => Promise<number>;
    readonly onFault: (row: Row, fault: unknown) => unknown;
  },
): Promise<number> {
  let done = 0;
  for (const row of rows)
    try {
      done += await transaction(sql, async (tx, afterCommit) => {
        await tx`SELECT set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`;
        return step.work(tx, afterCommit, row);
      });
    } catch (fault) {
      if (isContention(fault)) continue;
      if (isOutage(fault)) throw fault;
      await step.onFault(row, fault);
    }
  return done;
}
