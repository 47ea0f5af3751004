/** FOOTPRINT_HOME: the state folder of the embedded stack. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord, parseJson } from '../../src/kernel/values/json.js';
import { StartupError } from './startup-error.js';

export interface StateDir {
  /** Absolute, with symbolic links resolved: processes and folders outside of it are identified by it. */
  readonly dir: string;
  /** Records of running processes. */
  readonly run: string;
  readonly log: string;
}

/**
 * Creates the missing folders.
 * @param dir FOOTPRINT_HOME, absolute or relative to the working directory
 * @throws StartupError when the folder cannot be written to
 */
export function openStateDir(dir: string): StateDir {
  const wanted = path.resolve(dir);
  try {
    // Postgres may run as another user, who must be able to traverse the folder, not to list it.
    mkdirSync(wanted, { recursive: true, mode: 0o711 });
    const real = realpathSync(wanted);
    const home = { dir: real, run: path.join(real, 'run'), log: path.join(real, 'log') };
    for (const folder of [home.run, home.log]) mkdirSync(folder, { recursive: true, mode: 0o700 });
    return home;
  } catch (error) {
    throw new StartupError(
      `FOOTPRINT_HOME (${wanted}) cannot be written to (${errorCode(error)}): make it writable or set FOOTPRINT_HOME to another folder.`,
    );
  }
}

/** The record of a running part: its pid and start time. */
export function recordFile(home: StateDir, name: string): string {
  return path.join(home.run, `${name}.json`);
}

/** The secret of that name; generated (as hexadecimal digits) the first time and stored with mode 600. */
export function getOrCreateSecret(home: StateDir, name: string, bytes = 24): string {
  return readText(path.join(home.dir, name)) ?? storeSecret(home, name, randomBytes(bytes).toString('hex'));
}

/** Stores a secret with mode 600 and returns it. */
export function storeSecret(home: StateDir, name: string, value: string): string {
  writeFileAtomic(path.join(home.dir, name), value, 0o600);
  return value;
}

export function readSecret(home: StateDir, name: string): string | null {
  return readText(path.join(home.dir, name));
}

/** Writes a file atomically, also in case of a crash. */
export function writeFileAtomic(file: string, text: string, mode = 0o600): void {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, text, { mode, flush: true });
  chmodSync(draft, mode);
  renameSync(draft, file);
}

/** The file's text, or null when there is no such file or it is empty (a crash of the machine can leave that). */
export function readText(file: string): string | null {
  if (!existsSync(file)) return null;
  return readFileSync(file, 'utf8').trim() || null;
}

/** The JSON object in a file, or null when the file is absent or damaged. */
export function readJsonObject(file: string): Readonly<Record<string, unknown>> | null {
  const value = parseJson(readText(file) ?? '');
  return isRecord(value) ? value : null;
}

/** `code` of a Node error, or the error's text. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return String(error);
}
