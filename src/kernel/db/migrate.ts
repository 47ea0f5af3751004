import { existsSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import postgres from 'postgres';
import { grantToService } from './service-role.js';
import { transaction } from './transaction.js';

/** Key of the advisory lock: any number; it only has to be the same everywhere. */
const MIGRATION_LOCK = 7_204_411;
/** Interval between attempts to get the lock while another process migrates, in milliseconds. */
const LOCK_POLL_MS = 250;
/** How long a migration waits for a lock on a table, in milliseconds: later statements queue behind it. */
const LOCK_TIMEOUT_MS = 1_000;
/** Attempts at each migration; with the pauses between them some five minutes. */
const MAX_ATTEMPTS = 60;
const MAX_BACKOFF_MS = 5_000;
/** `lock_not_available` and `deadlock_detected`: the table was in use. */
const BUSY = new Set(['55P03', '40P01']);
/** The name of an index that is built while the service runs. */
const CONCURRENT_INDEX = /^[\t ]*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?("[^"]+"|\w+)/im;

/** A build before the first release made the database: its migrations are no longer there to continue. Nothing was done. */
export class UnreleasedDatabase extends Error {
  override readonly name = 'UnreleasedDatabase';
  constructor() {
    super(
      'A build before 0.1.0 made this database: export its data and import it into a new one (docs/runbook.md, "From a build before 0.1.0").',
    );
  }
}

export interface MigrationOptions {
  /** Where the migrations are; default: those of this release. */
  readonly folder?: string;
  /** TLS options; default: without TLS. */
  readonly ssl?: ConnectionOptions | false;
  readonly lockTimeoutMs?: number;
  readonly maxAttempts?: number;
  /** The role that processes of the service have, when it is another than the one that migrates: it gets its rights. */
  readonly serviceRole?: string | undefined;
  /** Called before each pause, when a table that a migration needs is in use. */
  readonly onBusy?: (attempt: number) => void;
}

function migrationsFolder(): string {
  const candidates = ['../../../drizzle', '../../../../drizzle'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  const folder = candidates.find((candidate) => existsSync(candidate));
  if (!folder) throw new Error('the folder drizzle/ with the migrations is missing');
  return folder;
}

/**
 * Migrates a database to this release's schema while the service runs: each file in a transaction of its own that waits for locks
 * briefly and is retried, or, when it builds indexes CONCURRENTLY, outside of any. The journal is drizzle's. Several processes may
 * call it at once: an advisory lock serialises them. Killed anywhere, the next run continues with the file where it was.
 *
 * @throws UnreleasedDatabase when its first migration is not this release's first one
 * @throws the database's error, when a table stays in use through all attempts or a migration fails
 */
export async function migrateDatabase(url: string, options: MigrationOptions = {}): Promise<void> {
  let isLost = false;
  const sql = postgres(url, {
    max: 1,
    ssl: options.ssl ?? false,
    max_lifetime: null,
    onnotice: () => undefined,
    connect_timeout: 10,
    // What this user has for sessions behind a pooler is not for statements that take long.
    connection: { application_name: 'footprint-migrate', statement_timeout: 0, idle_in_transaction_session_timeout: 0 },
    onclose: () => {
      isLost = true;
    },
  });
  // The driver would reconnect, without the lock that this process held.
  const assertLocked = (): void => {
    if (isLost) throw new Error('the connection to the database was lost: run the migrations again');
  };
  try {
    await acquireLock(sql);
    await sql`CREATE SCHEMA IF NOT EXISTS drizzle`;
    await sql`CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`;
    const files = readMigrationFiles({ migrationsFolder: options.folder ?? migrationsFolder() });
    const journal = await sql<
      { hash: string; at: string }[]
    >`SELECT hash, created_at AS at FROM drizzle.__drizzle_migrations ORDER BY created_at`;
    if (journal[0] && journal[0].hash !== files[0]?.hash) throw new UnreleasedDatabase();
    const last = Number(journal.at(-1)?.at ?? 0);
    for (const file of files.filter(({ folderMillis }) => folderMillis > last)) await apply(sql, file, { ...options, assertLocked });
    if (options.serviceRole !== undefined) await grantToService(sql, options.serviceRole);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Polls: a statement that waited for the lock would hold a snapshot, and building an index CONCURRENTLY waits for its end. */
async function acquireLock(sql: postgres.Sql): Promise<void> {
  for (;;) {
    const [row] = await sql<{ taken: boolean }[]>`SELECT pg_try_advisory_lock(${MIGRATION_LOCK}) AS taken`;
    if (row?.taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

async function apply(
  sql: postgres.Sql,
  file: MigrationMeta,
  options: MigrationOptions & { readonly assertLocked: () => void },
): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, maxAttempts = MAX_ATTEMPTS, onBusy, assertLocked } = options;
  const isConcurrent = file.sql.some((statement) => CONCURRENT_INDEX.test(statement));
  for (let attempt = 1; ; attempt += 1) {
    assertLocked();
    try {
      return await (isConcurrent ? applyConcurrently(sql, file) : applyAtOnce(sql, file, lockTimeoutMs));
    } catch (error) {
      if (!BUSY.has((error as { code?: string }).code ?? '') || attempt >= maxAttempts) throw error;
      onBusy?.(attempt);
      await sleep(Math.min(MAX_BACKOFF_MS, 250 * attempt));
    }
  }
}

/** All of a file or nothing. */
async function applyAtOnce(sql: postgres.Sql, file: MigrationMeta, lockTimeoutMs: number): Promise<void> {
  await transaction(sql, async (tx) => {
    await tx`SELECT set_config('lock_timeout', ${String(lockTimeoutMs)}, true)`;
    for (const statement of file.sql) await tx.unsafe(statement);
    await tx`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${file.hash}, ${file.folderMillis})`;
  });
}

/** Builds indexes while the tables are written to, for as long as it takes. What a killed run left, valid or not, is rebuilt. */
async function applyConcurrently(sql: postgres.Sql, file: MigrationMeta): Promise<void> {
  for (const statement of file.sql) {
    const index = CONCURRENT_INDEX.exec(statement)?.[1];
    if (index) await sql.unsafe(`DROP INDEX CONCURRENTLY IF EXISTS ${index}`);
    await sql.unsafe(statement);
  }
  await sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${file.hash}, ${file.folderMillis})`;
}
