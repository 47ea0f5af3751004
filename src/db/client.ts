import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.js';

export type Sql = postgres.Sql;
export type Database = PostgresJsDatabase<typeof schema>;

export interface DatabaseHandle {
  readonly sql: Sql;
  readonly db: Database;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  readonly max?: number;
  /** Longest time a statement may run, in milliseconds: a stalled database must become an error, not a hang. */
  readonly statementTimeoutMs?: number;
  readonly name?: string;
}

/** The driver's own pauses grow to 20 s, and requests wait through them after the server is back. */
const RECONNECT_SECONDS = 0.1;

/** Opens a pool of connections to Postgres. Nothing connects before the first query. */
export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const sql = postgres(options.url, {
    max: options.max ?? 20,
    connect_timeout: 5,
    idle_timeout: 0,
    backoff: () => RECONNECT_SECONDS,
    onnotice: () => undefined,
    connection: {
      application_name: options.name ?? 'footprint',
      statement_timeout: options.statementTimeoutMs ?? 10_000,
    },
  });
  return { sql, db: drizzle(sql, { schema }), close: () => sql.end({ timeout: 5 }) };
}

/** The transaction or the pool: repositories work on either. */
export type Executor = Database | Parameters<Parameters<Database['transaction']>[0]>[0];
