/** Ctrl-C, SIGTERM, and the end of the process that started us: stop once, in order; at a second request, stop at once. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type StateDir, readJsonObject } from './state-dir.js';
import { endStaleProcess, parseIdentity } from './stale-processes.js';
import { isSameProcess } from './process-table.js';

/** Milliseconds: the terminal and a launcher both pass on one Ctrl-C; copies arrive within this time. */
const SAME_REQUEST_MS = 400;

/** Parts to end when a supervisor was killed. Postgres is not among them: an old one is ended when the new one starts. */
const PARTS = ['api', 'worker', 'simulator', 'temporal'];
const GRACE_MS = 10_000;

/**
 * Calls `gently` at the first request to stop and `atOnce` at a second one.
 */
export function onStopRequest(gently: (why: string) => void, atOnce: () => void): void {
  let first: number | null = null;
  const request = (why: string) => {
    if (first === null) {
      first = performance.now();
      gently(why);
    } else if (performance.now() - first > SAME_REQUEST_MS) atOnce();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => request(signal));
  process.once('disconnect', () => request('the launcher is gone'));
  process.channel?.unref();
}

/** Ends the stale processes of an earlier supervisor of this state folder. An old Postgres is ended when the new one starts. */
export async function endStaleProcesses(home: StateDir): Promise<string[]> {
  const ended = await Promise.all(
    PARTS.map(async (name) => ((await endStaleProcess(home, name, ['SIGTERM', 'SIGKILL'], GRACE_MS)) ? [name] : [])),
  );
  return ended.flat();
}

/** Kills every recorded part at once. Postgres gets SIGQUIT, its immediate shutdown: committed data is kept. */
export function killAll(home: StateDir): void {
  for (const file of readdirSync(home.run)) {
    const name = path.basename(file, '.json');
    if (name === 'supervisor') continue;
    const identity = parseIdentity(readJsonObject(path.join(home.run, file)));
    if (identity && isSameProcess(identity)) process.kill(identity.pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
  }
}
