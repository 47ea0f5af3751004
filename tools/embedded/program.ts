/**
 * The programs of src/main: how they are run (from a bundle of their sources or, in a build, as the JavaScript in dist/), and the
 * long-running ones (API, worker, simulator) as parts of the stack.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../../src/kernel/values/json.js';
import { type Running, startChild } from './child.js';
import { StartupError } from './startup-error.js';
import type { StateDir } from './state-dir.js';
import { waitUntil } from './wait-until.js';

const HERE = fileURLToPath(import.meta.url);
const BUILT = path.extname(HERE) === '.js';

/** Folder of package.json. */
export const PROJECT = path.resolve(path.dirname(HERE), BUILT ? '../../..' : '../..');

/** Where versions have what runs their sources, the present one first: before 0.2.0 it was in `scripts`. */
const LAUNCHERS = ['tools', 'scripts'];

/**
 * @param name e.g. `api` for src/main/api.ts
 * @param project folder of the sources that it is run from
 * @returns arguments of `node`
 */
export function entryArguments(name: string, args: readonly string[] = [], project = PROJECT): string[] {
  const guard = new URL('./exit-with-parent.mjs', import.meta.url).href;
  const program = BUILT
    ? [path.join(path.dirname(HERE), '..', '..', 'src', 'main', `${name}.js`)]
    : [LAUNCHERS.map((folder) => path.join(project, folder, 'launch/program.mjs')).find(existsSync) ?? '', name];
  return ['--import', guard, ...program, ...args];
}

export type ReadyLine = Readonly<Record<string, unknown>>;

export interface ProgramOptions {
  readonly home: StateDir;
  /** Entry of src/main, and name of the log file. */
  readonly entry: string;
  readonly name?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Recognises the JSON line of its output that reports that it is ready. */
  readonly isReady?: ((line: ReadyLine) => boolean) | undefined;
  readonly readyMs?: number | undefined;
  /** Folder of other sources to run it from, those of another version. */
  readonly project?: string | undefined;
}

export interface RunningProgram extends Running {
  /** The line that reported it. */
  readonly ready: ReadyLine;
}

/** Milliseconds: a busy machine of two cores has needed over sixty seconds. */
const START_TIMEOUT_MS = 120_000;
const STOP: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGKILL'];
/** Milliseconds: a worker lets its activities end first. */
const STOP_TIMEOUT_MS = 15_000;

/** @throws StartupError with the last lines of its log when it ends or is not ready in time */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
  const { home, entry, name = entry, isReady = (line) => line.msg === 'ready', readyMs = START_TIMEOUT_MS, project = PROJECT } = options;
  const child = await startChild(home, {
    name,
    command: process.execPath,
    args: entryArguments(entry, [], project),
    env: options.env,
    cwd: project,
    channel: true,
  });
  const stop = () => child.stop(STOP, STOP_TIMEOUT_MS);
  let ready: ReadyLine | undefined;
  await waitUntil(() => {
    ready = jsonLines(child.log.written()).find(isReady);
    return ready !== undefined || child.ended() !== null;
  }, readyMs);
  if (ready && child.ended() === null) return { name, pid: child.pid, exited: child.exited, stop, ready };
  const ended = child.ended();
  await stop();
  const how = ended ? `ended with ${ended.signal ?? `code ${ended.code}`}` : `was not ready within ${readyMs / 1000} s`;
  throw new StartupError(`The ${name} process ${how}: see ${child.log.file}.`, child.log.tail(12));
}

/** The JSON objects among the lines that a program wrote. */
export function jsonLines(text: string): ReadyLine[] {
  return text.split('\n').flatMap((line) => {
    // One that is still being written is none.
    const value = line.startsWith('{') ? parseJson(line) : undefined;
    return value === undefined ? [] : [value as ReadyLine];
  });
}
