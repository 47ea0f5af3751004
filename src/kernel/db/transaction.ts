import type { TransactionSql } from 'postgres';
import { faultName } from '../values/errors.js';
import type { Sql } from './client.js';

/** Registers what to start once the transaction is committed. */
export type AfterCommit = (start: () => unknown) => void;

/**
 * Runs `work` in a transaction of its own: the only way to begin one.
 *
 * What `work` passes to `afterCommit` is called in that order once Postgres has confirmed the commit, before this resolves. It is not
 * waited for, and a fault in it is reported and fails nothing, because the rows are committed and the reconciler starts what they say.
 * Nothing is called after a rollback, nor when the connection was lost during COMMIT: whether the rows exist is then unknown, and the
 * reconciler finds those that do.
 *
 * @throws what `work` throws, after the rollback, or the fault of COMMIT
 */
export async function transaction<T>(pool: Sql, work: (tx: TransactionSql, afterCommit: AfterCommit) => Promise<T>): Promise<T> {
  const starts: (() => unknown)[] = [];
  // In an object: the driver unwraps a returned list, and rows lose their count.
  const { value } = await pool.begin(async (tx) => ({ value: await work(tx, (start) => starts.push(start)) }));
  for (const start of starts) void (async () => start())().catch(report);
  return value;
}

/** Without its message, which may hold personal data. */
function report(error: unknown): void {
  process.emitWarning(`what follows a commit could not be started: ${faultName(error)}`);
}
