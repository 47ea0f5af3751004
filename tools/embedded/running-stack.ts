/** The stacks that `npm start` runs on a state folder, for the command line. */
import path from 'node:path';
import { readJsonObject } from './state-dir.js';
import { parseIdentity } from './stale-processes.js';
import { isSameProcess } from './process-table.js';
import { LOCK_FILE } from './supervisor-lock.js';

/** Folder in FOOTPRINT_HOME for the state of `npm start -- --simulator`: invented data is never mixed with real data. */
export const SIMULATOR_FOLDER = 'simulator';

export interface RunningStack {
  /** Its state folder. */
  readonly dir: string;
  /** URL of its API. */
  readonly address: string;
  /** File with the demo account's key; null when there is none. */
  readonly keyFile: string | null;
}

/**
 * The running stacks, the real one before the simulated one.
 *
 * @param dir FOOTPRINT_HOME
 */
export function runningStacks(dir: string): RunningStack[] {
  return [dir, path.join(dir, SIMULATOR_FOLDER)].flatMap((each) => {
    const record = readJsonObject(path.join(each, 'run', LOCK_FILE));
    const holder = parseIdentity(record);
    const { address, keyFile } = record ?? {};
    if (typeof address !== 'string' || holder === null || !isSameProcess(holder)) return [];
    return [{ dir: each, address, keyFile: typeof keyFile === 'string' ? keyFile : null }];
  });
}
