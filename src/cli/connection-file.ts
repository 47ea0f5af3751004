/** The address and the key that `footprint init` stores for the user. */
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { readJsonObject, writeFileAtomic } from '../../tools/embedded/state-dir.js';
import { ApiError } from './api-client.js';

export interface StoredConnection {
  readonly url: string;
  readonly key: string;
}

/** `~/.config/footprint/config.json`, as XDG_CONFIG_HOME has it; on Windows below APPDATA. */
export function connectionFile(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string {
  const named = platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  const own = platform === 'win32' ? ['AppData', 'Roaming'] : ['.config'];
  // The specification wants a relative one ignored.
  return path.join(named && path.isAbsolute(named) ? named : path.join(homedir(), ...own), 'footprint', 'config.json');
}

/** @returns null when nothing is stored @throws ApiError for a file that is damaged */
export function readConnection(file = connectionFile()): StoredConnection | null {
  if (!existsSync(file)) return null;
  const { url, key } = readJsonObject(file) ?? {};
  if (typeof url === 'string' && typeof key === 'string') return { url, key };
  throw new ApiError(`${file} is damaged. \`footprint init\` writes it again, \`footprint init --remove\` removes it.`, 500);
}

/** Writes the file whole or not at all, readable by the user alone. */
export function storeConnection({ url, key }: StoredConnection, file = connectionFile()): void {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  writeFileAtomic(file, `${JSON.stringify({ url, key }, null, 2)}\n`);
}

/** @returns whether there was one */
export function removeConnection(file = connectionFile()): boolean {
  const isThere = existsSync(file);
  rmSync(file, { force: true });
  return isThere;
}
