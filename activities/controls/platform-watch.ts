/** What controls and answers show over time: disables what fails for a week, reports jumps. */
import { log } from '@temporalio/activity';
import { faultName } from '../../src/kernel/values/errors.js';
import { failedForAWeek, type ShareAlert, shareAlert } from '../../src/engine/controls/platform-health.js';
import type { PlatformCatalogue } from '../../src/engine/catalogue/rules/ports.js';
import type { ControlStore } from '../../src/engine/controls/ports.js';
import type { HealthStore } from '../../src/features/platforms/store/health-store.js';
import { CONTROL_INTERVAL_MS } from '../../src/features/disputes/dispute.js';
import type { DisputeStore } from '../../src/features/disputes/store/dispute-store.js';
import type { PlatformSwitches } from '../../src/features/platforms/store/platform-switches.js';
import type { QueryType } from '../../src/kernel/identity/identity.js';
import type { ControlRunner } from '../../src/engine/controls/control-runner.js';

export interface PlatformWatchPorts {
  readonly catalogue: PlatformCatalogue;
  readonly controlStore: ControlStore;
  readonly switches: PlatformSwitches;
  /** Runs controls that lookups rest on. */
  readonly controls: ControlRunner;
  readonly health: HealthStore;
  readonly disputes: Pick<DisputeStore, 'due' | 'controlled'>;
  readonly mayProbe: (slug: string) => boolean;
  readonly onShareAlert: (platform: string, queryType: QueryType, alert: ShareAlert) => void;
  readonly now: () => Date;
}

/** Switches off what has failed for a week. An operator switches it on again. @returns the platforms */
export async function switchOffFailed({ health, switches, catalogue, now }: PlatformWatchPorts): Promise<string[]> {
  const [records, off] = await Promise.all([health.read(), switches.list()]);
  const known = new Set(off.map(({ platform }) => platform));
  const failed = failedForAWeek(records, now()).filter((slug) => !known.has(slug) && catalogue.get(slug) !== undefined);
  const disabled: string[] = [];
  await eachPlatform(failed, async (platform) => {
    await switches.switchOff({ platform, by: null, reason: 'its controls have failed for a week' });
    disabled.push(platform);
    log.warn('a platform was disabled because its controls have failed for a week', { platform });
  });
  return disabled;
}

/**
 * Runs the control of each platform of which results were disputed since its last one, at most once an hour. What the control shows
 * decides, never the dispute. A second run finds the first one's controls.
 */
export async function controlDisputed({ disputes, catalogue, controls, controlStore, mayProbe, now }: PlatformWatchPorts): Promise<void> {
  await eachPlatform(await disputes.due(), async ({ platform: slug, queryType, disputedAt, controlAt }) => {
    const platform = catalogue.get(slug);
    const at = now();
    if (controlAt && controlAt > disputedAt) await disputes.controlled(slug, queryType, controlAt);
    if (!platform || !mayProbe(slug) || (controlAt && at.getTime() - controlAt.getTime() < CONTROL_INTERVAL_MS)) return;
    const stored = await controlStore.newest([slug]);
    await controls.run(platform, queryType, stored.get(`${slug}:${queryType}`));
    await disputes.controlled(slug, queryType, at);
  });
}

/** Reports shares of "registered" that jumped, and runs the platform's control at once: it quarantines a rule that says yes to all. */
export async function reportJumps({
  health,
  catalogue,
  controls,
  controlStore,
  mayProbe,
  onShareAlert,
  now,
}: PlatformWatchPorts): Promise<void> {
  await eachPlatform(await health.shares(), async ({ platform: slug, queryType, ...shares }) => {
    const alert = shareAlert(shares, now());
    if (alert === null) return;
    await health.setAlert(slug, queryType, alert);
    onShareAlert(slug, queryType, alert);
    const platform = catalogue.get(slug);
    if (!platform || !mayProbe(slug)) return;
    const stored = await controlStore.newest([slug]);
    await controls.run(platform, queryType, stored.get(`${slug}:${queryType}`));
  });
}

/** One after another; what fails for a platform is logged and left to the next run. */
export async function eachPlatform<Row>(rows: Iterable<Row>, work: (row: Row) => Promise<unknown>): Promise<void> {
  for (const row of rows)
    await work(row).catch((error: unknown) => log.warn('the health of a platform could not be evaluated', { fault: faultName(error) }));
}
