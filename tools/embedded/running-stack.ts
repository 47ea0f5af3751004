/** The stack that `npm start` runs on a state folder: the lock that its supervisor holds, and how the command line finds it. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { holderOf, tryLock } from './process-lock.mjs';
import { isSameProcess } from './process-table.mjs';
import { StartupError } from './startup-error.js';
import { readJsonObject, recordFile, type StateDir, writeFileAtomic } from './state-dir.js';
import { waitUntil } from './wait-until.js';

/** Folder in FOOTPRINT_HOME for the state of `npm start -- --simulator`: invented data is never mixed with real data. */
export const SIMULATOR_FOLDER = 'simulator';

/** Name of the lock file's record. */
export const SUPERVISOR = 'supervisor';
/** Milliseconds that a stopping supervisor may take. */
const STOPPING_MS = 30_000;

/** One supervisor per state folder. */
export interface SupervisorLock {
  /** Publishes the URL of this API to a second start and the command line. @param keyFile contains a key that the API accepts */
  publish(address: string, keyFile?: string): void;
  /** Lets a second start wait for the end of this one instead of giving up. */
  markStopping(): void;
  release(): void;
}

/** @throws StartupError naming the address and pid of the running supervisor */
export async function lockStateDir(home: StateDir): Promise<SupervisorLock> {
  const file = recordFile(home, SUPERVISOR);
  for (let holder = tryLock(file); holder !== null; holder = tryLock(file)) await untilStopped(holder);
  let state = readJsonObject(file);
  const write = (more: Record<string, unknown>) => {
    state = { ...state, ...more };
    writeFileAtomic(file, JSON.stringify(state));
  };
  return {
    publish: (address, keyFile) => write({ address, keyFile }),
    markStopping: () => write({ stopping: true }),
    release: () => rmSync(file, { force: true }),
  };
}

/** Waits for a holder that is stopping; the lock may be tried again then. */
async function untilStopped(record: Readonly<Record<string, unknown>>): Promise<void> {
  const holder = holderOf(record);
  if (holder === null) return;
  if (record.stopping === true && (await waitUntil(() => !isSameProcess(holder), STOPPING_MS))) return;
  const where = typeof record.address === 'string' ? ` at ${record.address}` : '';
  throw new StartupError(
    `Footprint already runs${where} (pid ${holder.pid}): use that one, stop it with \`kill ${holder.pid}\`, or set FOOTPRINT_HOME and PORT for a second one.`,
  );
}

export interface RunningStack {
  /** Its state folder. */
  readonly dir: string;
  /** URL of its API. */
  readonly address: string;
  /** File with the demo account's key; null when there is none. */
  readonly keyFile: string | null;
  readonly isSimulated: boolean;
}

/**
 * The running stacks, the real one before the simulated one.
 *
 * @param dir FOOTPRINT_HOME
 */
export function runningStacks(dir: string): RunningStack[] {
  return [dir, path.join(dir, SIMULATOR_FOLDER)].flatMap((each) => {
    const record = readJsonObject(path.join(each, 'run', `${SUPERVISOR}.json`));
    const { address, keyFile } = record ?? {};
    if (typeof address !== 'string' || holderOf(record) === null) return [];
    return [{ dir: each, address, keyFile: typeof keyFile === 'string' ? keyFile : null, isSimulated: each !== dir }];
  });
}
