/** Ends processes by their records: those that a killed supervisor left running, before anything new is started on the same state. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isSameProcess, parseIdentity, type ProcessIdentity } from './process-table.mjs';
import { SUPERVISOR } from './running-stack.js';
import { StartupError } from './startup-error.js';
import { readJsonObject, recordFile, type StateDir } from './state-dir.js';
import { waitUntil } from './wait-until.js';

/** Parts to end when a supervisor was killed. Postgres is not among them: an old one is ended when the new one starts. */
const PARTS = ['api', 'worker', 'simulator', 'temporal'];
const STOP_TIMEOUT_MS = 10_000;

/** Ends the stale processes of an earlier supervisor of this state folder. An old Postgres is ended when the new one starts. */
export async function endStaleProcesses(home: StateDir): Promise<string[]> {
  const ended = await Promise.all(
    PARTS.map(async (name) => ((await endStaleProcess(home, name, ['SIGTERM', 'SIGKILL'], STOP_TIMEOUT_MS)) ? [name] : [])),
  );
  return ended.flat();
}

/** Kills every recorded part at once. Postgres gets SIGQUIT, its immediate shutdown: committed data is kept. */
export function killAll(home: StateDir): void {
  for (const file of readdirSync(home.run)) {
    const name = path.basename(file, '.json');
    if (name === SUPERVISOR) continue;
    const identity = parseIdentity(readJsonObject(path.join(home.run, file)));
    if (identity && isSameProcess(identity)) process.kill(identity.pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  }
}

/**
 * Ends the recorded process of that name if the same process still runs. Never signals another process: pid and start time
 * must both match.
 * @param signals sent in turn, `graceMs` apart
 * @returns whether one was ended
 * @throws StartupError when it survives every signal
 */
export async function endStaleProcess(home: StateDir, name: string, signals: readonly NodeJS.Signals[], graceMs: number): Promise<boolean> {
  const file = recordFile(home, name);
  const record = parseIdentity(readJsonObject(file));
  const ended = record !== null && (await endProcess(record, signals, graceMs));
  rmSync(file, { force: true });
  return ended;
}

/** As `endStaleProcess`, for a process without a record file. */
export async function endProcess(identity: ProcessIdentity, signals: readonly NodeJS.Signals[], graceMs: number): Promise<boolean> {
  if (!isSameProcess(identity)) return false;
  for (const signal of signals) {
    if (!isSameProcess(identity)) return true;
    try {
      process.kill(identity.pid, signal);
    } catch {
      // It has ended meanwhile, or we have no permission to end it; the check below shows which.
    }
    if (await waitUntil(() => !isSameProcess(identity), graceMs)) return true;
  }
  throw new StartupError(
    `Process ${identity.pid} of an earlier start does not stop: stop it by hand (kill -9 ${identity.pid}) and try again.`,
  );
}
