/**
 * Child processes. A part of the stack is started in its own process group, recorded on disk, and stopped gracefully and then by force;
 * other programs are run to their end.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { identify } from './process-table.mjs';
import { StartupError } from './startup-error.js';
import { errorCode, recordFile, type StateDir, writeFileAtomic } from './state-dir.js';

const ROTATE_AT_BYTES = 20 * 1024 * 1024;
const TAIL_BYTES = 64 * 1024;

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

/** A part of the stack that is running and ready. */
export interface Running {
  readonly name: string;
  readonly pid: number;
  /** Resolves when its process has ended, stopped or not. */
  readonly exited: Promise<Exit>;
  /** Shuts it down; resolves when it has ended. */
  stop(): Promise<void>;
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
    const isLate = await Promise.race([exited.then(() => false), sleep(graceMs, true, { ref: false })]);
    if (!isLate) return;
  }
  await exited;
}

/** The log file of one child. Children write to it themselves, so logging continues when the supervisor has ended. */
export interface ChildLog {
  readonly file: string;
  /** File descriptor for the child's stdout and stderr; `release` it once the child is spawned. */
  readonly descriptor: number;
  release(): void;
  /** What was written since this child was started, up to its last 64 kB. */
  written(): string;
  /** The last `count` lines since this child was started. */
  tail(count: number): string;
}

/** Opens the file for appending; a large one is renamed to `<file>.1` first. */
function openChildLog(file: string): ChildLog {
  if (existsSync(file) && statSync(file).size > ROTATE_AT_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  const from = statSync(file).size;
  const written = () => readFrom(file, from);
  return {
    file,
    descriptor,
    release: () => closeSync(descriptor),
    written,
    tail: (count) => written().trimEnd().split('\n').slice(-count).join('\n'),
  };
}

function readFrom(file: string, from: number): string {
  if (!existsSync(file)) return '';
  const size = statSync(file).size;
  const start = Math.max(from, size - TAIL_BYTES);
  if (size <= start) return '';
  const buffer = Buffer.alloc(size - start);
  const descriptor = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, start));
  } finally {
    closeSync(descriptor);
  }
}

export interface ProgramResult {
  readonly ok: boolean;
  /** Standard output. */
  readonly out: string;
  /** Both streams, or why it could not be run. */
  readonly all: string;
  /** The last three lines of both streams, or why it could not be started. */
  readonly lastLines: string;
}

/**
 * Runs a program to its end, and ends it when this process exits. Never rejects.
 * @param timeoutMs milliseconds after which it is killed; default: it is not
 */
export async function runProgram(
  command: string,
  args: readonly string[],
  { timeoutMs = 0, env = process.env, cwd = process.cwd() }: { timeoutMs?: number; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<ProgramResult> {
  const limits = { timeout: timeoutMs, killSignal: 'SIGKILL' } as const;
  const done = await execa(command, args, { ...limits, env, extendEnv: false, cwd, stdin: 'ignore', all: true, reject: false });
  const lastLines = done.all.trim().split('\n').slice(-3).join('\n');
  const ran = { ok: !done.failed, out: done.stdout, all: done.all.trim() || (done.shortMessage ?? '') };
  if (done.signal) return { ...ran, lastLines: `${lastLines} (ended by ${done.signal}, time-out ${timeoutMs / 1000} s)` };
  const isStarted = done.exitCode !== undefined;
  return { ...ran, lastLines: isStarted ? lastLines : (done.originalMessage ?? '') };
}
