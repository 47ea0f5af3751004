import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks again until the answer is true. For conditions outside of this process that give no event.
 * @param everyMs pause between two questions, milliseconds
 * @returns false when the time was over first
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs: number, everyMs = 25): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= end) return false;
    await pause(everyMs);
  }
}
