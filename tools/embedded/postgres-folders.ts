/**
 * The folders of the database's files and programs. Normally inside FOOTPRINT_HOME and node_modules; when Postgres has to run as
 * another user who cannot reach them (a home below /root), under /var/lib/footprint instead.
 */
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { errorCode, type StateDir, readJsonObject, writeFileAtomic } from './state-dir.js';
import { type PostgresBinaries, makeLibraryLinks } from './postgres-binaries.js';
import { canReach, type SystemUser } from './postgres-user.js';
import { StartupError } from './startup-error.js';

const OUTSIDE = '/var/lib/footprint';

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
      `The database of this FOOTPRINT_HOME is kept in ${remembered}, which is gone: put it back, or delete ${note} to begin with an empty one.`,
    );
  }
  if (!user || existsSync(path.join(inside, 'data')) || canReach(user, home.dir, 'x')) return ensureOwnedFolder(inside, user);
  const outside = path.join(OUTSIDE, createHash('sha256').update(home.dir).digest('hex').slice(0, 16));
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
      `The database folder ${folder} cannot be made (${errorCode(error)}): set FOOTPRINT_HOME to a folder that can be written to, or set DATABASE_URL.`,
    );
  }
  if (user && !canReach(user, folder, 'x')) {
    throw new StartupError(
      `User ${user.name}, who runs Postgres, cannot reach ${folder}: set FOOTPRINT_HOME to a folder outside of root's own, or set DATABASE_URL.`,
    );
  }
  return folder;
}

/** The same programs; copied once to a folder where the user can run them, when the user cannot run those of node_modules. */
export function reachablePrograms(found: PostgresBinaries, user: SystemUser | null): PostgresBinaries {
  if (!user || !found.bundle) return found;
  const sample = path.join(found.bundle, 'share', 'postgresql', 'postgres.bki');
  if (canReach(user, found.postgres, 'x') && canReach(user, found.initdb, 'x') && canReach(user, sample, 'r')) return found;
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
function makeReadable(place: string): void {
  const stat = lstatSync(place);
  if (stat.isSymbolicLink()) return;
  chmodSync(place, stat.mode | (stat.isDirectory() || stat.mode & 0o100 ? 0o555 : 0o444));
  if (stat.isDirectory()) for (const name of readdirSync(place)) makeReadable(path.join(place, name));
}
