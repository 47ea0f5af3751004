/** The folder of downloaded programs, shared by every checkout of this user: the XDG cache, else FOOTPRINT_HOME. */
import { accessSync, constants, mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** @param fallback used when the user's cache cannot be written to (a container without a home) */
export function cacheFolder(fallback: string): string {
  const shared = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'footprint');
  for (const folder of [shared, path.join(fallback, 'cache')]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK | constants.X_OK);
      return folder;
    } catch {
      // Try the next one.
    }
  }
  return path.join(fallback, 'cache');
}
