/** Lets one process at a time install. The holder touches the lock, so a lock left by a crash is taken over. */
import { mkdirSync, openSync, closeSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { progressLine } from './progress-line.mjs';

const TOUCH_EVERY_MS = 1000;
const STALE_AFTER_MS = 10_000;

/**
 * @template T
 * @param {string} file the lock
 * @param {() => Promise<T>} work
 * @returns {Promise<T>} what `work` resolves to; the lock is removed afterwards
 */
export async function withInstallLock(file, work) {
  mkdirSync(path.dirname(file), { recursive: true });
  let waiting;
  while (!take(file)) {
    waiting ??= progressLine('Another process is installing, waiting for it');
    await pause(200);
  }
  waiting?.end();
  const touch = setInterval(() => utimesSync(file, new Date(), new Date()), TOUCH_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(touch);
    rmSync(file, { force: true });
  }
}

function take(file) {
  try {
    closeSync(openSync(file, 'wx'));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  if (age > STALE_AFTER_MS) rmSync(file, { force: true });
  return false;
}
