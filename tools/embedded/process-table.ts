/**
 * The running processes, identified by pid and start time: a pid alone may belong to another process by now.
 * Read from /proc on Linux (slim images have no ps), through `ps` on other systems.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque start time: clock ticks since boot with the boot's id on Linux, `lstart` elsewhere. */
  readonly started: string;
}

const LINUX = process.platform === 'linux';

/** @returns the identity of the running process, or null when there is none (a zombie counts as ended) */
export function identify(pid: number): ProcessIdentity | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const started = LINUX ? linuxStart(pid) : psStart(pid);
  return started === null ? null : { pid, started };
}

/** True while the same process runs. */
export function isSameProcess(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/**
 * Pids of the processes that run the program of that name with `argument` among their arguments. Both must match, so that an
 * editor that has one of our files open is not taken for a server.
 */
export function findByArgument(program: string, argument: string): number[] {
  return (LINUX ? linuxPids() : psPids()).filter((pid) => {
    const args = LINUX ? linuxArguments(pid) : psArguments(pid);
    return pid !== process.pid && isProgram(args[0], program) && args.includes(argument);
  });
}

/** Pids of the processes of that program working in that folder; Linux only, empty elsewhere. */
export function findByFolder(program: string, folder: string): number[] {
  if (!LINUX) return [];
  const worksThere = (pid: number) => orNull(() => readlinkSync(`/proc/${pid}/cwd`)) === folder;
  return linuxPids().filter((pid) => worksThere(pid) && isProgram(linuxArguments(pid)[0], program));
}

/** The title of a Postgres backend is e.g. `postgres: checkpointer`. */
function isProgram(called: string | undefined, program: string): boolean {
  const name = path.basename((called ?? '').split(': ')[0] ?? '');
  return name === program || name === `${program}:`;
}

function linuxStart(pid: number): string | null {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return null;
  // The second field is the command in parentheses and may contain spaces: count from the last parenthesis. proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || startTicks === undefined) return null;
  return `${startTicks}@${bootId()}`;
}

let knownBootId: string | undefined;
function bootId(): string {
  knownBootId ??= orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? 'unknown';
  return knownBootId;
}

function psStart(pid: number): string | null {
  const line = orNull(() => ps(['-o', 'stat=,lstart=', '-p', String(pid)]).trim());
  if (!line || line.startsWith('Z')) return null;
  return line.replace(/^\S+\s+/, '');
}

function linuxPids(): number[] {
  return readdirSync('/proc').map(Number).filter(Number.isSafeInteger);
}

function linuxArguments(pid: number): string[] {
  return (orNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0');
}

function psPids(): number[] {
  return (orNull(() => ps(['-axo', 'pid='])) ?? '')
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);
}

/** `ps` joins arguments with spaces, so an argument with spaces is not found. */
function psArguments(pid: number): string[] {
  return (orNull(() => ps(['-ww', '-o', 'args=', '-p', String(pid)])) ?? '').trim().split(' ');
}

function ps(args: string[]): string {
  return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, LC_ALL: 'C' } });
}

/** A process may end between being listed and being read. */
function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
