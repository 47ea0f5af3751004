/**
 * The database cluster: the folder of its files, created once, atomically, and cleared of what a crash left in it. The folder is normally
 * inside FOOTPRINT_HOME; when Postgres has to run as another user who cannot reach it (a home below /root), under /var/lib/footprint.
 */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { LOOPBACK } from './ports.js';
import { canAccess, OUTSIDE, type PostgresBinaries, type SystemUser } from './postgres-programs.js';
import { findByArgument, findByFolder, identify } from './process-table.mjs';
import { endProcess } from './stale-processes.js';
import { StartupError } from './startup-error.js';
import { errorCode, readJsonObject, readText, type StateDir, writeFileAtomic } from './state-dir.js';
import { waitUntil } from './wait-until.js';

const DATABASE = 'footprint';
/** The user that initdb makes, who may do anything. */
export const SUPERUSER = 'footprint';
/** Users of the server, with the file in FOOTPRINT_HOME that keeps the password of each; the last two are of deploy/roles.sql. */
export const PASSWORD_FILES = {
  [SUPERUSER]: 'postgres-password',
  footprint_owner: 'postgres-owner-password',
  footprint_service: 'postgres-service-password',
} as const;
export type DatabaseUser = keyof typeof PASSWORD_FILES;

/** Fast shutdown first (sessions are ended, everything is written), then an immediate one, then a kill. */
export const POSTGRES_STOP: readonly NodeJS.Signals[] = ['SIGINT', 'SIGQUIT', 'SIGKILL'];
export const POSTGRES_GRACE_MS = 20_000;

export function databaseUrl(port: number, user: DatabaseUser, password: string): string {
  return `postgres://${user}:${password}@${LOOPBACK}:${port}/${DATABASE}`;
}

/**
 * URL of the database that `npm start` runs on a state folder, for the command line.
 *
 * @param dir FOOTPRINT_HOME
 * @returns null when no embedded database was ever started there; it need not be running
 */
export function embeddedDatabaseUrl(dir: string, user: DatabaseUser = 'footprint_service'): string | null {
  const port = readJsonObject(path.join(dir, 'postgres-port.json'))?.['port'];
  const password = readText(path.join(dir, PASSWORD_FILES[user]));
  if (typeof port !== 'number' || password === null) return null;
  return databaseUrl(port, user, password);
}

/**
 * The folder that contains `data/`, owned by the user that runs Postgres. FOOTPRINT_HOME records its path, so that a later start
 * under other circumstances finds the same database.
 * @throws StartupError when the recorded folder is missing: an empty database in its place would hide the loss
 */
export function databaseFolder(home: StateDir, user: SystemUser | null): string {
  const note = path.join(home.dir, 'database.json');
  const inside = path.join(home.dir, 'postgres');
  const remembered = readJsonObject(note)?.folder;
  if (typeof remembered === 'string') {
    if (existsSync(remembered)) return ensureOwnedFolder(remembered, user);
    throw new StartupError(
      `The database of this FOOTPRINT_HOME was kept in ${remembered}, which no longer exists: put it back, or delete ${note} ` +
        `to begin with an ` +
        'empty one.',
    );
  }
  if (!user || existsSync(path.join(inside, 'data')) || canAccess(user, home.dir, 'x')) return ensureOwnedFolder(inside, user);
  // A new name each time: a home that was deleted and made anew has other passwords than the database that it left behind.
  const outside = path.join(OUTSIDE, randomBytes(8).toString('hex'));
  ensureOwnedFolder(outside, user);
  writeFileAtomic(note, JSON.stringify({ folder: outside, because: `user ${user.name} cannot reach ${home.dir}` }));
  return outside;
}

function ensureOwnedFolder(folder: string, user: SystemUser | null): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
    if (user && path.dirname(folder) === OUTSIDE) chmodSync(OUTSIDE, 0o711);
  } catch (error) {
    throw new StartupError(
      `The database folder ${folder} cannot be created (${errorCode(error)}): set FOOTPRINT_HOME to a folder that can be written ` +
        'to, or set DATABASE_URL.',
    );
  }
  if (user && !canAccess(user, folder, 'x')) {
    throw new StartupError(
      `User ${user.name}, who runs Postgres, cannot reach ${folder}: set FOOTPRINT_HOME to a folder outside of root's own, or set ` +
        'DATABASE_URL.',
    );
  }
  return folder;
}

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
  if (user) for (const owned of [draft, passwordFile, path.join(draft, 'data')]) chownSync(owned, user.uid, user.gid);
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  const options = { ...as, cwd: folder, env: postgresEnvironment(), encoding: 'utf8' as const };
  const init = [
    '-D',
    path.join(draft, 'data'),
    '-U',
    SUPERUSER,
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
  const output = `${done.stdout ?? ''}${done.stderr ?? ''}`.trimEnd().split('\n').slice(-8).join('\n');
  throw new StartupError(
    `${what} failed (${done.error?.message ?? done.signal ?? done.status}): free some disk space or memory, or set DATABASE_URL.`,
    output,
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
