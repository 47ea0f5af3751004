import type { ConnectionOptions } from 'node:tls';
import postgres from 'postgres';

export type Sql = postgres.Sql;

export interface DatabaseHandle {
  readonly sql: Sql;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly url: string;
  /** TLS options; default: without TLS. Parameters of the URL have no effect on it. */
  readonly ssl?: ConnectionOptions | false;
  readonly max?: number;
  /** Longest time a statement may run, in milliseconds: a stalled database must become an error, not a hang. */
  readonly statementTimeoutMs?: number;
  /**
   * How long to wait for a response, in milliseconds; 0: for ever. A connection without one is then closed and replaced: a live
   * server reports its own timeout before, so this connection is lost.
   */
  readonly queryTimeoutMs?: number;
  readonly name?: string;
  /** Whether a pooler gives each transaction another session: nothing then stays in one, and the user's settings apply (`keepSettings`). */
  readonly isPooled?: boolean;
}

/** Options that the driver accepts besides those it declares; `query_timeout` comes from our patch of it. */
export type DriverOptions = postgres.Options<Record<string, never>> & {
  readonly query_timeout?: number;
  readonly onnotify?: (channel: string, payload: string) => void;
};

/** The driver's own backoff grows to 20 s, and requests wait for it to end after the server is back. */
const RECONNECT_SECONDS = 0.1;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than the database's own statement timeout. */
const QUERY_TIMEOUT_MS = 12_000;

/** Types of parameters: a time is a `Date`, or text with its microseconds; a day and a document are text. */
const TYPES = { date: 1082, timestamptz: 1184, json: 114, jsonb: 3802 };

/** Settings of a session. The first four are for a client that is lost: its locks and its connection must not stay taken. */
const SESSION = {
  idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  // Statements are short. One that the planner takes for a long one would be compiled for a tenth of a second, each time.
  jit: 'off',
};

/** Of statements that are sent ahead, PgBouncer below 1.21 gives the session away after the first, in the midst of the next. */
const POOLED = { prepare: false, max_pipeline: 0 };

/** Opens a pool of connections to Postgres. Nothing connects before the first query. */
export function openDatabase(options: DatabaseOptions): DatabaseHandle {
  const driverOptions: DriverOptions = {
    max: options.max ?? 20,
    ssl: options.ssl ?? false,
    connect_timeout: 5,
    query_timeout: (options.queryTimeoutMs ?? QUERY_TIMEOUT_MS) / 1_000,
    idle_timeout: 0,
    backoff: () => RECONNECT_SECONDS,
    onnotice: () => undefined,
    ...(options.isPooled ? POOLED : {}),
    connection: {
      ...(options.isPooled ? {} : { ...SESSION, statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS }),
      application_name: options.name ?? 'footprint',
    },
  };
  const sql = postgres(options.url, driverOptions);
  assertPatched(sql);
  for (const type of Object.values(TYPES))
    sql.options.serializers[type] = (value: Date | string) => (value instanceof Date ? value.toISOString() : value);
  return { sql, close: () => sql.end({ timeout: 5 }) };
}

/**
 * Opens every connection of a pool, for a process that is about to take requests: on a machine that starts a whole service, one may take
 * longer than `connect_timeout`. What cannot be opened now is opened at its first use.
 */
export async function openConnections(sql: Sql): Promise<void> {
  await Promise.allSettled(Array.from({ length: sql.options.max }, () => sql`SELECT`));
}

/** Makes the settings of a session those of the user in this database, from the next session on: a pooler refuses them at a start. */
export async function keepSettings(sql: Sql): Promise<void> {
  const set = (name: string, value: string | number): string =>
    `EXECUTE format('ALTER ROLE %I IN DATABASE %I SET ${name} = ''${value}''', current_user, current_database());`;
  await sql.unsafe(
    `DO $$ BEGIN ${Object.entries(SESSION)
      .map((each) => set(...each))
      .join(' ')} END $$`,
  );
}

/**
 * The option is the last change of our patch (docs/adr/0032-driver-patch.md).
 *
 * @throws Error when the driver lacks it: a database that goes away would then end this process
 */
export function assertPatched({ options }: Pick<Sql, 'options'>): void {
  if ('query_timeout' in options) return;
  throw new Error('The database driver is not patched: `npm ci --ignore-scripts` leaves out `node tools/launch/after-install.mjs`.');
}
