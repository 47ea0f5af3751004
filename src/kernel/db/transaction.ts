import type { TransactionSql } from 'postgres';
import { faultName } from '../values/errors.js';
import type { Database, Executor, Sql } from './client.js';

/** Registers what to start once the transaction is committed. */
export type AfterCommit = (start: () => unknown) => void;

type Work<Tx, T> = (tx: Tx, afterCommit: AfterCommit) => Promise<T>;

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
export function transaction<T>(pool: Sql, work: Work<TransactionSql, T>): Promise<T>;
export function transaction<T>(pool: Database, work: Work<Executor, T>): Promise<T>;
export async function transaction<T>(pool: Sql | Database, work: Work<never, T>): Promise<T> {
  const starts: (() => unknown)[] = [];
  // In an object: the driver unwraps a returned list, and rows lose their count.
  const scope = async (tx: TransactionSql | Executor) => ({ value: await work(tx as never, (start) => starts.push(start)) });
  const { value } = await ('begin' in pool ? pool.begin(scope) : pool.transaction(scope));
  for (const start of starts) void (async () => start())().catch(report);
  return value;
}

/** Without its message, which may hold personal data. */
function report(error: unknown): void {
  process.emitWarning(`what follows a commit could not be started: ${faultName(error)}`);
}
