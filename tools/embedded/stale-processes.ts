/** Ends stale processes, which a killed supervisor left running, before anything new is started on the same state. */
import { rmSync } from 'node:fs';
import { type StateDir, readJsonObject } from './state-dir.js';
import { recordFile } from './child.js';
import { isSameProcess, type ProcessIdentity } from './process-table.js';
import { StartupError } from './startup-error.js';
import { waitUntil } from './wait-until.js';

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
    `Process ${identity.pid} of an earlier start does not end: end it by hand (kill -9 ${identity.pid}) and try again.`,
  );
}

export function parseIdentity(record: Readonly<Record<string, unknown>> | null): ProcessIdentity | null {
  const { pid, started } = record ?? {};
  return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null;
}
