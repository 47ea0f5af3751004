import type { Control } from '../../domain/calibration/control.js';
import type { CooldownStore } from '../../domain/catalogue/ports.js';
import type { ControlStore } from '../../domain/calibration/ports.js';
import { MAX_PAUSE_SECONDS } from './cooldown-store.js';

/** Controls and pauses of one process alone, for a check of platforms that runs without the service's database. */
export function inMemoryControls(now: () => Date): { readonly controlStore: ControlStore; readonly cooldowns: CooldownStore } {
  const controls = new Map<string, Control>();
  const pauses = new Map<string, Date>();
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
    cooldowns: {
      async coolingPlatforms() {
        return new Map([...pauses].filter(([, until]) => until > now()));
      },
      async cool(platform, seconds) {
        const until = new Date(now().getTime() + Math.min(Math.max(0, seconds), MAX_PAUSE_SECONDS) * 1_000);
        if (until > (pauses.get(platform) ?? now())) pauses.set(platform, until);
      },
    },
  };
}
