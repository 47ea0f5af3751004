import type { Control } from './control.js';
import { type BackoffStore, MAX_BACKOFF_SECONDS } from '../catalogue/rules/ports.js';
import { SECOND_MS } from '../../kernel/values/durations.js';
import type { ControlStore } from './ports.js';

/** Controls and pauses of one process alone, for a check of platforms that runs without the service's database. */
export function inMemoryControls(now: () => Date): { readonly controlStore: ControlStore; readonly backoffs: BackoffStore } {
  const controls = new Map<string, Control>();
  const ends = new Map<string, Date>();
  return {
    controlStore: {
      async newest(platforms) {
        const wanted = new Set(platforms);
        return new Map([...controls].filter(([, { platform }]) => wanted.has(platform)));
      },
      async save(control) {
        const key = `${control.platform}:${control.subject}`;
        const stored = controls.get(key);
        if (!stored || stored.checkedAt <= control.checkedAt) controls.set(key, control);
      },
    },
    backoffs: {
      async backoffs() {
        return new Map([...ends].filter(([, until]) => until > now()));
      },
      async backOff(platform, seconds) {
        const until = new Date(now().getTime() + Math.min(Math.max(0, seconds), MAX_BACKOFF_SECONDS) * SECOND_MS);
        if (until > (ends.get(platform) ?? now())) ends.set(platform, until);
      },
    },
  };
}
