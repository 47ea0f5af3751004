/** One supervisor per FOOTPRINT_HOME. The lock identifies its holder; a stale lock is taken over. */
import { linkSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createFileAtomic, type StateDir, readJsonObject, writeFileAtomic } from './state-dir.js';
import { parseIdentity } from './stale-processes.js';
import { identify, isSameProcess } from './process-table.js';
import { StartupError } from './startup-error.js';
import { waitUntil } from './wait-until.js';

/** Name of the lock file in `Home.run`. */
export const LOCK_FILE = 'supervisor.json';
/** Milliseconds that a stopping supervisor may take. */
const STOPPING_MS = 30_000;

export interface SupervisorLock {
  /** Publishes the URL of this API to a second start and the command line. @param keyFile contains a key that the API accepts */
  publish(address: string, keyFile?: string): void;
  /** Lets a second start wait for the end of this one instead of giving up. */
  markStopping(): void;
  release(): void;
}

/** @throws StartupError naming the address and pid of the running supervisor */
export async function lockStateDir(home: StateDir): Promise<SupervisorLock> {
  const file = path.join(home.run, LOCK_FILE);
  const self = { ...(identify(process.pid) ?? { pid: process.pid, started: 'unknown' }) };
  let state: Record<string, unknown> = self;
  const write = (more: Record<string, unknown>) => {
    state = { ...state, ...more };
    writeFileAtomic(file, JSON.stringify(state));
  };
  while (!createFileAtomic(file, JSON.stringify(self))) await clearStaleLock(file);
  return {
    publish: (address, keyFile) => write({ address, keyFile }),
    markStopping: () => write({ stopping: true }),
    release: () => rmSync(file, { force: true }),
  };
}

/** Removes a stale lock, or waits for a stopping holder; returns when the lock may be tried again. */
async function clearStaleLock(file: string): Promise<void> {
  const holder = readJsonObject(file);
  const identity = parseIdentity(holder);
  if (identity && isSameProcess(identity)) {
    if (holder?.stopping === true && (await waitUntil(() => !isSameProcess(identity), STOPPING_MS))) return;
    const where = typeof holder?.address === 'string' ? ` at ${holder.address}` : '';
    throw new StartupError(
      `Footprint already runs${where} (pid ${identity.pid}): use that one, stop it with \`kill ${identity.pid}\`, or set FOOTPRINT_HOME and PORT for a second one.`,
    );
  }
  // Two starts may find the same stale lock: the file that was renamed must still be that one.
  const aside = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = parseIdentity(readJsonObject(aside));
  if (moved && isSameProcess(moved)) linkSync(aside, file);
  rmSync(aside, { force: true });
}
