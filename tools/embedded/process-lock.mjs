// @ts-check
/**
 * A lock file that names its holder by pid and start time, so that the lock of a process that was killed is taken over at once, and that
 * of a slow one never. For the supervisor and, before anything is installed, for the launcher.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { identify, isSameProcess, parseIdentity } from './process-table.mjs';

/**
 * Takes the lock unless a running process holds it.
 * @param {string} file in a folder that exists; whoever holds the lock may add to its record, and removes it at the end
 * @returns {Readonly<Record<string, unknown>> | null} the holder's record; null when this process holds the lock now
 */
export function tryLock(file) {
  while (!createLock(file)) {
    const record = readRecord(file);
    if (holderOf(record)) return record;
    removeStale(file);
  }
  return null;
}

/**
 * The process that holds a lock: the one that took it or, when that has ended, the child to which it was passed on.
 * @param {Readonly<Record<string, unknown>> | null} record
 */
export function holderOf(record) {
  const candidates = [parseIdentity(record), parseIdentity(record?.child)];
  return candidates.find((each) => each !== null && isSameProcess(each)) ?? null;
}

/**
 * Keeps the lock of this process until that child has ended too, even when this process is killed before.
 * @param {string} file
 * @param {number | undefined} pid
 */
export function shareLock(file, pid) {
  const draft = draftOf(file, { ...ownIdentity(), child: identify(pid ?? 0) });
  renameSync(draft, file);
}

/** @param {string} file */
function createLock(file) {
  const draft = draftOf(file, ownIdentity());
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @param {string} file */
function removeStale(file) {
  // Two starts may find the same stale lock: the file that was renamed must still be that one.
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  if (holderOf(readRecord(aside))) linkSync(aside, file);
  rmSync(aside, { force: true });
}

function ownIdentity() {
  return identify(process.pid) ?? { pid: process.pid, started: 'unknown' };
}

/**
 * @param {string} file
 * @param {object} record
 */
function draftOf(file, record) {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, JSON.stringify(record), { mode: 0o600, flush: true });
  return draft;
}

/**
 * @param {string} file
 * @returns {Record<string, unknown> | null} null when it is absent or damaged
 */
function readRecord(file) {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8'));
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}
