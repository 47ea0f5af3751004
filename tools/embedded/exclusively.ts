import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryLock } from './process-lock.mjs';

const RETRY_MS = 100;

/** Does what one process may do at a time, once no other does it. @param file of the lock, in a folder that exists */
export async function exclusively<T>(file: string, work: () => Promise<T>): Promise<T> {
  while (tryLock(file) !== null) await sleep(RETRY_MS);
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}
