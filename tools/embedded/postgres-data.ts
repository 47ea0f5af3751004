/** The database cluster's folder: created once, atomically, and cleared of what a crash left in it. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endProcess } from './stale-processes.js';
import type { PostgresBinaries } from './postgres-binaries.js';
import type { SystemUser } from './postgres-user.js';
import { findByArgument, findByFolder, identify } from './process-table.js';
import { StartupError } from './startup-error.js';
import { waitUntil } from './wait-until.js';

export const DATABASE = 'footprint';
export const DATABASE_USER = 'footprint';

/** Fast shutdown first (sessions are ended, everything is written), then an immediate one, then a kill. */
export const POSTGRES_STOP: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'];
export const POSTGRES_GRACE_MS = 20_000;

/** Major version that created the data; null when there is no cluster yet. */
export function clusterMajor(folder: string): number | null {
  const file = path.join(folder, 'data', 'PG_VERSION');
  return existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : null;
}

export interface ClusterOptions {
  readonly folder: string;
  readonly programs: PostgresBinaries;
  readonly user: SystemUser | null;
  readonly password: string;
}

/**
 * Creates `folder/data` with the database in it, unless it exists. It is created in a temporary folder and renamed, so a start
 * that is killed half-way leaves nothing that looks complete.
 * @throws StartupError with initdb's last words
 */
export function ensureCluster({ folder, programs, user, password }: ClusterOptions): void {
  for (const name of readdirSync(folder)) {
    if (name.startsWith('init-')) rmSync(path.join(folder, name), { recursive: true, force: true });
  }
  const data = path.join(folder, 'data');
  if (existsSync(path.join(data, 'PG_VERSION'))) return;
  const draft = mkdtempSync(path.join(folder, 'init-'));
  const passwordFile = path.join(draft, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(path.join(draft, 'data'), { mode: 0o700 });
  if (user) for (const place of [draft, passwordFile, path.join(draft, 'data')]) chownSync(place, user.uid, user.gid);
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  const options = { ...as, cwd: folder, env: postgresEnvironment(), encoding: 'utf8' as const };
  const init = [
    '-D',
    path.join(draft, 'data'),
    '-U',
    DATABASE_USER,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--no-locale',
  ];
  check('initdb', spawnSync(programs.initdb, init, options));
  // No client program is shipped with the package; single-user mode needs none.
  const single = ['--single', '-D', path.join(draft, 'data'), 'postgres'];
  check('postgres --single', spawnSync(programs.postgres, single, { ...options, input: `CREATE DATABASE ${DATABASE}\n` }));
  renameSync(path.join(draft, 'data'), data);
  rmSync(draft, { recursive: true, force: true });
}

function check(what: string, done: SpawnSyncReturns<string>): void {
  if (done.status === 0 && !done.error) return;
  const said = `${done.stdout ?? ''}${done.stderr ?? ''}`.trimEnd().split('\n').slice(-8).join('\n');
  throw new StartupError(
    `${what} failed (${done.error?.message ?? done.signal ?? done.status}): free some disk space or memory, or set DATABASE_URL.`,
    said,
  );
}

/** The caller's PG… settings and locale must not change what the server does. */
export function postgresEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Ends a server that an earlier supervisor left on this data, with or without a record file, and waits for its backends. A server
 * is recognised by the folder in its own command line, so another process with a recycled pid is never signalled.
 */
export async function clearCluster(folder: string): Promise<void> {
  const data = path.join(folder, 'data');
  for (const pid of findByArgument('postgres', data)) {
    const identity = identify(pid);
    if (identity) await endProcess(identity, POSTGRES_STOP, POSTGRES_GRACE_MS);
  }
  // Backends of a killed postmaster end by themselves; a start before that would be refused.
  await waitUntil(() => findByFolder('postgres', data).length === 0, POSTGRES_GRACE_MS);
  removeForeignPid(data);
}

/** Postgres refuses to start while the pid of its stale lock belongs to any process of the same user. */
function removeForeignPid(data: string): void {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
  if (process.platform === 'linux' && identify(pid) && findByFolder('postgres', data).length === 0) rmSync(file, { force: true });
}
