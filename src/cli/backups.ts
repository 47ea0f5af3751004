import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { execa } from 'execa';
import { findPostgresClients, type PostgresClients } from '../../tools/embedded/postgres-clients.js';
import { type Config, ConfigError } from '../kernel/config/env.js';
import { openDatabase, type Sql } from '../kernel/db/client.js';
import { type DatabaseTarget, ownerSetting, withTarget } from '../wiring/database.js';

/** Standard input or output. */
export const STREAM = '-';

/** What the owner of the tables has of the database: a session, and Postgres' own programs with how they reach it (`connectionOf`). */
export interface OwnedDatabase extends ReturnType<typeof connectionOf> {
  readonly sql: Sql;
  readonly target: DatabaseTarget;
  readonly clients: PostgresClients;
}

/** @throws ConfigError when the database cannot be reached as its owner, or Postgres' programs are missing */
export function withOwnedDatabase<T>(config: Config, work: (database: OwnedDatabase) => Promise<T>): Promise<T> {
  const setting = ownerSetting(config);
  return withTarget(setting, config, async (target) => {
    if (target.warning) process.stderr.write(`${target.warning}\n`);
    const { sql, close } = openDatabase({ ...target, max: 1, name: 'footprint-backup', queryTimeoutMs: 0 });
    try {
      const [server] = await sql<{ major: number }[]>`SELECT current_setting('server_version_num')::int / 10000 AS major`;
      const major = server?.major ?? 0;
      const clients = findPostgresClients(major);
      if (clients !== null) return await work({ sql, target, clients, ...connectionOf(new URL(config[setting] ?? ''), config) });
      throw new ConfigError(
        `pg_dump, pg_restore and psql of Postgres ${major} or newer are needed here: install the client programs ` +
          `(postgresql-client-${major}), or use the service \`backup\` of docker compose (docs/runbook.md).`,
      );
    } finally {
      await close();
    }
  });
}

/** The URL for libpq, which is to verify what we verify (ADR 27). Its password, which others on the machine could read, is in `env`. */
function connectionOf(url: URL, { DATABASE_CA_FILE }: Config): { url: string; env: NodeJS.ProcessEnv } {
  const { searchParams: parameters } = url;
  const mode = parameters.get('sslmode') ?? 'disable';
  if (mode === 'require') parameters.set('sslmode', 'verify-full');
  if (mode === 'no-verify') {
    parameters.set('sslmode', 'require');
    parameters.delete('sslrootcert');
  } else if (mode !== 'disable' && !parameters.has('sslrootcert')) parameters.set('sslrootcert', DATABASE_CA_FILE ?? 'system');
  const password = decodeURIComponent(url.password);
  url.password = '';
  const { PATH, HOME, LANG } = process.env;
  return { url: url.href, env: { PATH, HOME, LANG, PGAPPNAME: 'footprint-backup', ...(password ? { PGPASSWORD: password } : {}) } };
}

/** @throws ConfigError with the last words of a program that failed */
function assertDone(
  program: string,
  { failed, stderr, originalMessage }: { failed: boolean; stderr: string; originalMessage?: string | undefined },
): void {
  if (failed)
    throw new ConfigError(`${path.basename(program)} failed: ${stderr.trim().split('\n').slice(-3).join(' ') || originalMessage}`);
}

/**
 * Dumps the database as it is now, without owners and rights, which a restore gives anew, and what lookups showed within minutes.
 *
 * @param file it has its name only when it is complete, and only its owner can read it
 * @throws ConfigError with pg_dump's words
 */
export async function dumpDatabase({ clients, url, env }: OwnedDatabase, file: string): Promise<void> {
  const args = ['--format=custom', '--no-owner', '--no-privileges', '--exclude-table-data=public.traffic_*', `--dbname=${url}`];
  const options = { env, extendEnv: false, stdin: 'ignore', stdout: 'inherit', reject: false } as const;
  if (file === STREAM) return assertDone(clients.pgDump, await execa(clients.pgDump, args, options));
  const partial = `${file}.partial`;
  await writeFile(partial, '', { mode: 0o600 });
  try {
    assertDone(clients.pgDump, await execa(clients.pgDump, [...args, `--file=${partial}`], options));
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

/**
 * Restores a backup in one transaction: whatever fails, or is killed, leaves the database as it was.
 *
 * @param options.replace drops what is in the database, in that transaction
 * @throws ConfigError with the words of psql or pg_restore
 */
export async function restoreDatabase(
  { clients, url, env }: OwnedDatabase,
  file: string,
  { replace }: { replace: boolean },
): Promise<void> {
  const options = { env, extendEnv: false, buffer: { stdout: false }, reject: false } as const;
  const reading = ['--file=-', '--no-owner', '--no-privileges', ...(file === STREAM ? [] : [file])];
  const read = execa(clients.pgRestore, reading, { ...options, stdin: file === STREAM ? 'inherit' : 'ignore' });
  // Terse: a row that is refused is not quoted.
  const applying = ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--set=VERBOSITY=terse', '--output=/dev/null', `--dbname=${url}`];
  const applied = execa(clients.psql, applying, options);
  async function* script() {
    yield "BEGIN; SET statement_timeout = 0; SET lock_timeout = '10s';\n";
    if (replace) yield 'DROP SCHEMA IF EXISTS drizzle CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public;\n';
    yield* read.stdout;
    assertDone(clients.pgRestore, await read);
    // Only now: psql that comes to the end of a script without it commits nothing.
    yield 'COMMIT;\n';
  }
  const broken = await pipeline(Readable.from(script()), applied.stdin).catch((error: unknown) => error);
  read.kill();
  const { failed, ...rest } = await applied;
  if (broken instanceof ConfigError) throw broken;
  assertDone(clients.psql, { ...rest, failed: failed || broken !== undefined });
}
