// @ts-check
/**
 * The running processes, identified by pid and start time: a pid alone may belong to another process by now.
 * Read from /proc on Linux (slim images have no ps), through `ps` on other systems.
 * JavaScript, because the launcher needs it before anything that compiles TypeScript is installed.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} ProcessIdentity
 * @property {number} pid
 * @property {string} started Opaque start time: clock ticks since boot with the boot's id on Linux, `lstart` elsewhere.
 */

const LINUX = process.platform === 'linux';

/**
 * @param {number} pid
 * @returns {ProcessIdentity | null} the identity of the running process, or null when there is none (a zombie counts as ended)
 */
export function identify(pid) {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const started = LINUX ? linuxStart(pid) : psStart(pid);
  return started === null ? null : { pid, started };
}

/**
 * True while the same process runs.
 * @param {ProcessIdentity} identity
 */
export function isSameProcess({ pid, started }) {
  return identify(pid)?.started === started;
}

/**
 * The identity in a record of a process, null when it has none.
 * @param {unknown} record
 * @returns {ProcessIdentity | null}
 */
export function parseIdentity(record) {
  const { pid, started } = /** @type {Record<string, unknown>} */ (record ?? {});
  return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null;
}

/**
 * Pids of the processes that run the program of that name with `argument` among their arguments. Both must match, so that an
 * editor that has one of our files open is not taken for a server.
 * @param {string} program
 * @param {string} argument
 * @returns {number[]}
 */
export function findByArgument(program, argument) {
  return (LINUX ? linuxPids() : psPids()).filter((pid) => {
    const args = LINUX ? linuxArguments(pid) : psArguments(pid);
    return pid !== process.pid && isProgram(args[0], program) && args.includes(argument);
  });
}

/**
 * Pids of the processes of that program working in that folder; Linux only, empty elsewhere.
 * @param {string} program
 * @param {string} folder
 * @returns {number[]}
 */
export function findByFolder(program, folder) {
  if (!LINUX) return [];
  const worksThere = (/** @type {number} */ pid) => orNull(() => readlinkSync(`/proc/${pid}/cwd`)) === folder;
  return linuxPids().filter((pid) => worksThere(pid) && isProgram(linuxArguments(pid)[0], program));
}

/**
 * The title of a Postgres backend is e.g. `postgres: checkpointer`.
 * @param {string | undefined} called
 * @param {string} program
 */
function isProgram(called, program) {
  const name = path.basename((called ?? '').split(': ')[0] ?? '');
  return name === program || name === `${program}:`;
}

/** @param {number} pid */
function linuxStart(pid) {
  const stat = orNull(() => readFileSync(`/proc/${pid}/stat`, 'latin1'));
  if (stat === null) return null;
  // The second field is the command in parentheses and may contain spaces: count from the last parenthesis. proc(5).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || startTicks === undefined) return null;
  return `${startTicks}@${bootId()}`;
}

/** @type {string | undefined} */
let knownBootId;
function bootId() {
  knownBootId ??= orNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? 'unknown';
  return knownBootId;
}

/** @param {number} pid */
function psStart(pid) {
  const line = orNull(() => ps(['-o', 'stat=,lstart=', '-p', String(pid)]).trim());
  if (!line || line.startsWith('Z')) return null;
  return line.replace(/^\S+\s+/, '');
}

function linuxPids() {
  return readdirSync('/proc').map(Number).filter(Number.isSafeInteger);
}

/** @param {number} pid */
function linuxArguments(pid) {
  return (orNull(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '').split('\0');
}

function psPids() {
  return (orNull(() => ps(['-axo', 'pid='])) ?? '')
    .split('\n')
    .map(Number)
    .filter((pid) => pid > 0);
}

/**
 * `ps` joins arguments with spaces, so an argument with spaces is not found.
 * @param {number} pid
 */
function psArguments(pid) {
  return (orNull(() => ps(['-ww', '-o', 'args=', '-p', String(pid)])) ?? '').trim().split(' ');
}

/** @param {string[]} args */
function ps(args) {
  return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, LC_ALL: 'C' } });
}

/**
 * A process may end between being listed and being read.
 * @template T
 * @param {() => T} read
 */
function orNull(read) {
  try {
    return read();
  } catch {
    return null;
  }
}
