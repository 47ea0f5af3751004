import { cancellationSignal, heartbeat } from '@temporalio/activity';
import { controlExpiry, type Control } from '../src/domain/calibration.js';
import type { QueryType } from '../src/domain/identity.js';
import { supports, type Platform } from '../src/domain/platform.js';
import type { ControlStore, CooldownStore, PlatformCatalogue } from '../src/domain/ports.js';
import type { Controls } from './controls.js';

/** A control is renewed this long before it lapses, so that lookups rarely have to wait for one. */
const AHEAD_MS = 30 * 60_000;
/** Platforms a run, and at once: controls stay a trickle beside the lookups. */
const MOST_PER_RUN = 120;
const AT_ONCE = 8;
/** A platform that nobody needed for so long is left alone until somebody does. */
const FORGOTTEN_MS = 24 * 3_600_000;

export interface CalibrateActivityPorts {
  readonly catalogue: PlatformCatalogue;
  readonly controlStore: ControlStore;
  readonly cooldowns: CooldownStore;
  readonly controls: Controls;
  readonly now: () => Date;
}

interface Due {
  readonly platform: Platform;
  readonly subject: QueryType;
  readonly stored: Control | undefined;
}

export function createCalibrateActivities(ports: CalibrateActivityPorts) {
  return {
    /**
     * Renews the controls that are about to lapse: those of the instant and default bands always, the others while lookups
     * need them. A second run finds the first one's controls standing.
     */
    async calibrateDue(): Promise<{ calibrated: number }> {
      const due = await dueControls(ports);
      const signal = cancellationSignal();
      const queue = due.slice(0, MOST_PER_RUN);
      const alive = setInterval(() => heartbeat(), 1_000);
      const renew = async (): Promise<void> => {
        for (let next = queue.pop(); next && !signal.aborted; next = queue.pop()) {
          await ports.controls.standing(next.platform, next.subject, undefined);
        }
      };
      try {
        await Promise.all(Array.from({ length: AT_ONCE }, renew));
        signal.throwIfAborted();
      } finally {
        clearInterval(alive);
      }
      return { calibrated: Math.min(due.length, MOST_PER_RUN) };
    },
  };
}

async function dueControls({ catalogue, controlStore, cooldowns, now }: CalibrateActivityPorts): Promise<Due[]> {
  const [stored, cooling] = await Promise.all([
    controlStore.newest(catalogue.platforms.map((platform) => platform.slug)),
    cooldowns.coolingPlatforms(),
  ]);
  const soon = new Date(now().getTime() + AHEAD_MS);
  const forgotten = new Date(now().getTime() - FORGOTTEN_MS);
  return catalogue.platforms
    .filter((platform) => !cooling.has(platform.slug))
    .flatMap((platform) => supports(platform).map((subject): Due => ({ platform, subject, stored: stored.get(`${platform.slug}:${subject}`) })))
    .filter(({ platform, stored: control }) => {
      if (!control) return platform.strength === 'strong' || platform.instant.length > 0;
      return controlExpiry(control) < soon && control.checkedAt > forgotten;
    });
}

export type CalibrateActivities = ReturnType<typeof createCalibrateActivities>;
