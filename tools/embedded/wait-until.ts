import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls a condition until it is true. For conditions outside of this process that emit no event.
 * @param everyMs pause between two checks, milliseconds
 * @returns false when the time ran out first
 */
export async function waitUntil(condition: () => boolean | Promise<boolean>, timeoutMs: number, everyMs = 25): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= end) return false;
    await sleep(everyMs);
  }
}
