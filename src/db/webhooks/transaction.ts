import { sql as query } from 'drizzle-orm';
import type { TransactionSql } from 'postgres';
import type { Executor, Sql } from '../client.js';

/** Values that a statement can carry in either driver. */
export type Value = string | number | Uint8Array | null;

/** Runs one statement in the caller's transaction, whichever driver opened it. */
export type Run = <Row extends object>(strings: TemplateStringsArray, ...values: readonly Value[]) => Promise<readonly Row[]>;

/** Statements in a transaction of postgres.js. */
export function inSql(sql: Sql | TransactionSql): Run {
  return async <Row extends object>(strings: TemplateStringsArray, ...values: readonly Value[]) => {
    const rows = await sql(strings, ...values);
    return rows as unknown as readonly Row[];
  };
}

/** Statements in a transaction of drizzle. */
export function inDrizzle(tx: Executor): Run {
  return async <Row extends object>(strings: TemplateStringsArray, ...values: readonly Value[]) => {
    const rows: unknown = await tx.execute(query(strings, ...values));
    return rows as readonly Row[];
  };
}
