/** One child process: started in its own process group, recorded on disk, stopped gracefully and then by force. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { type ChildLog, openChildLog } from './child-log.js';
import { errorCode, type StateDir, writeFileAtomic } from './state-dir.js';
import { identify } from './process-table.js';
import { StartupError } from './startup-error.js';

export interface ChildSpec {
  /** Name of the log file and of the record file, e.g. `postgres`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string | undefined;
  /** User to run as, when it is not ours. */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  /** Open an IPC channel, whose end shows the child that this process has ended. */
  readonly channel?: boolean | undefined;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly name: string;
  readonly pid: number;
  readonly log: ChildLog;
  /** Resolves, never rejects, when the process has ended. */
  readonly exited: Promise<Exit>;
  /** How it ended; null while it runs. */
  ended(): Exit | null;
  /** Sends each signal in turn, waiting `graceMs` after each, until the process has ended. */
  stop(signals: readonly NodeJS.Signals[], graceMs: number): Promise<void>;
}

export function recordFile(home: StateDir, name: string): string {
  return path.join(home.run, `${name}.json`);
}

/** @throws StartupError when the program cannot be started at all */
export async function startChild(home: StateDir, spec: ChildSpec): Promise<Child> {
  const log = openChildLog(path.join(home.log, `${spec.name}.log`));
  const child = spawn(spec.command, spec.args, {
    cwd: spec.cwd,
    env: spec.env,
    // Its own process group: Ctrl-C in the terminal reaches the supervisor only, which stops all parts in order.
    detached: true,
    stdio: ['ignore', log.descriptor, log.descriptor, ...(spec.channel ? (['ipc'] as const) : [])],
    ...(spec.user ? { uid: spec.user.uid, gid: spec.user.gid } : {}),
  });
  const exited = exitOf(child);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new StartupError(`${spec.command} cannot be started (${errorCode(error)}).`)));
  }).finally(() => log.release());
  const pid = child.pid as number;
  const file = recordFile(home, spec.name);
  writeFileAtomic(file, JSON.stringify(identify(pid) ?? { pid, started: 'gone' }));
  let ended: Exit | null = null;
  void exited.then((exit) => {
    ended = exit;
    rmSync(file, { force: true });
  });
  return { name: spec.name, pid, log, exited, ended: () => ended, stop: (signals, graceMs) => stop(child, exited, signals, graceMs) };
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
}

async function stop(child: ChildProcess, exited: Promise<Exit>, signals: readonly NodeJS.Signals[], graceMs: number): Promise<void> {
  for (const signal of signals) {
    child.kill(signal);
    if (await endsWithin(exited, graceMs)) return;
  }
  await exited;
}

/** @returns false when the time ran out first */
async function endsWithin(done: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const first = await Promise.race([done.then(() => true as const), late]);
  clearTimeout(timer);
  return first;
}
