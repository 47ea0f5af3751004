import { cancellationSignal, cancelled, log } from '@temporalio/activity';
import { faultName } from '../src/domain/fault-name.js';
import { controlExpiry, type Control } from '../src/domain/calibration.js';
import type { QueryType } from '../src/domain/identity.js';
import { supports, type Platform } from '../src/domain/platform.js';
import type { ControlStore, CooldownStore, PlatformCatalogue, PlatformRecordKeeper } from '../src/domain/ports.js';
import type { Controls } from './controls.js';
import { keepAlive } from './keep-alive.js';

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
  readonly platformRecords: PlatformRecordKeeper;
  readonly now: () => Date;
}

interface Due {
  readonly platform: Platform;
  readonly subject: QueryType;
  readonly control: Control | undefined;
}

export function createCalibrateActivities(ports: CalibrateActivityPorts) {
  return {
    /**
     * Renews the controls that are about to lapse: those of the instant and default bands always, the others while lookups
     * need them. Sums up first how platforms answered, for bands and order. A second run finds the first one's controls
     * standing and writes the same sums.
     */
    async calibrateDue(): Promise<{ calibrated: number }> {
      const signal = cancellationSignal();
      const stop = keepAlive();
      try {
        // Bands and order go by older sums then; answers cannot do without controls.
        await ports.platformRecords.summarise().catch((error: unknown) => {
          log.warn('how platforms answered could not be summed up', { fault: faultName(error) });
        });
        const queue = (await dueControls(ports)).slice(0, MOST_PER_RUN);
        const calibrated = queue.length;
        const renew = async (): Promise<void> => {
          for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
            await ports.controls.renew(next.platform, next.subject, next.control);
          }
        };
        // A control waits for a slot as long as it takes, without the Internet for ever: a worker that stops must not wait for it.
        await Promise.race([Promise.all(Array.from({ length: AT_ONCE }, renew)), cancelled()]);
        return { calibrated };
      } finally {
        stop();
      }
    },
  };
}

async function dueControls({ catalogue, controlStore, cooldowns, platformRecords, now }: CalibrateActivityPorts): Promise<Due[]> {
  const forgotten = new Date(now().getTime() - FORGOTTEN_MS);
  const soon = new Date(now().getTime() + AHEAD_MS);
  const [stored, cooling, needed] = await Promise.all([
    controlStore.newest(catalogue.platforms.map((platform) => platform.slug)),
    cooldowns.coolingPlatforms(),
    platformRecords.askedSince(forgotten),
  ]);
  return catalogue.platforms
    .filter((platform) => !cooling.has(platform.slug))
    .flatMap((platform) => supports(platform).map((subject): Due => ({ platform, subject, control: stored.get(`${platform.slug}:${subject}`) })))
    .filter(({ platform, subject, control }) => {
      const isOfABand = platform.strength === 'strong' || platform.instant.includes(subject);
      if (!isOfABand && !needed.has(`${platform.slug}:${subject}`)) return false;
      return !control || controlExpiry(control) < soon;
    })
    // The oldest first: platforms that turn every control away are due each time and must not stand before the others.
    .sort((a, b) => (a.control?.checkedAt.getTime() ?? 0) - (b.control?.checkedAt.getTime() ?? 0));
}

export type CalibrateActivities = ReturnType<typeof createCalibrateActivities>;
