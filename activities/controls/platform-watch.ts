/** What controls and answers show over time: releases changed rules, disables what fails for a week, reports jumps. */
import { log } from '@temporalio/activity';
import { faultName } from '../../src/kernel/values/errors.js';
import { failedForAWeek, passedInShadow, type ShareAlert, shareAlert } from '../../src/engine/controls/platform-health.js';
import type { PlatformCatalogue } from '../../src/engine/catalogue/rules/ports.js';
import type { ControlStore } from '../../src/engine/controls/ports.js';
import { SHADOW_CONTROLS, type ShadowRule } from '../../src/engine/catalogue/rules/revision.js';
import type { HealthStore } from '../../src/features/platforms/store/health-store.js';
import { CONTROL_INTERVAL_MS } from '../../src/features/disputes/dispute.js';
import type { DisputeStore } from '../../src/features/disputes/store/dispute-store.js';
import type { PlatformSwitches } from '../../src/features/platforms/store/platform-switches.js';
import type { CatalogueStore } from '../../src/features/platforms/store/catalogue-store.js';
import type { Control } from '../../src/engine/controls/control.js';
import type { QueryType } from '../../src/kernel/identity/identity.js';
import type { ControlRunner } from '../../src/engine/controls/control-runner.js';

/** Controls of rules in shadow in a run. */
const MAX_SHADOW = 60;

export interface PlatformWatchPorts {
  readonly catalogue: PlatformCatalogue;
  readonly controlStore: ControlStore;
  readonly switches: PlatformSwitches;
  /** Runs controls that lookups rest on. */
  readonly controls: ControlRunner;
  /** Runs controls of rules in shadow: their results are kept as health only. */
  readonly shadowControls: ControlRunner;
  readonly health: HealthStore;
  readonly catalogueStore: CatalogueStore;
  readonly disputes: Pick<DisputeStore, 'due' | 'controlled'>;
  readonly mayProbe: (slug: string) => boolean;
  readonly onShareAlert: (platform: string, queryType: QueryType, alert: ShareAlert) => void;
  readonly now: () => Date;
}

/**
 * Runs a control of each rule in shadow, and begins the revision in which those that passed three in a row are in use. A second run asks
 * once more; a rule that another worker released meanwhile stays released.
 *
 * @returns what was released, as `<slug>:<query type>`
 */
export async function runShadowControls(ports: PlatformWatchPorts): Promise<string[]> {
  const { catalogue, health, controlStore } = ports;
  const present = catalogue.now?.() ?? catalogue;
  const waiting = (present.shadow ?? []).filter(({ platform }) => ports.mayProbe(platform.slug));
  if (waiting.length === 0) return [];
  const lastAt = new Map(
    (await health.read(waiting.map(({ platform }) => platform.slug))).map((each) => [
      `${each.platform}:${each.queryType}`,
      each.controls.find(({ shadow }) => shadow)?.at ?? '',
    ]),
  );
  const next = [...waiting].sort((a, b) => (lastAt.get(keyOf(a)) ?? '').localeCompare(lastAt.get(keyOf(b)) ?? '')).slice(0, MAX_SHADOW);
  const controls = new Map<string, Control>();
  await eachPlatform(next, async (rule) => {
    const control = await ports.shadowControls.run(rule.platform, rule.queryType, undefined);
    if (control) controls.set(keyOf(rule), control);
  });
  const shown = await health.read(next.map(({ platform }) => platform.slug));
  const passed = next.filter(({ platform, queryType, digest }) =>
    shown.some(
      (each) => each.platform === platform.slug && each.queryType === queryType && passedInShadow(each.controls, digest) >= SHADOW_CONTROLS,
    ),
  );
  if (passed.length === 0) return [];
  const released = new Set(passed.map(keyOf));
  // Stored before its rule is in use: no lookup has to wait for the first control.
  for (const key of released) {
    const control = controls.get(key);
    if (control?.outcome.state === 'passed') await controlStore.save(control);
  }
  return (await release(ports, present.revision ?? 0, released)) ? [...released] : [];
}

const keyOf = ({ platform, queryType }: ShadowRule): string => `${platform.slug}:${queryType}`;

/** @returns false when the catalogue was changed meanwhile: the next run tries again */
async function release({ catalogueStore }: PlatformWatchPorts, revision: number, released: ReadonlySet<string>): Promise<boolean> {
  const content = await catalogueStore.read(revision);
  if (content === null) return false;
  const held = Object.fromEntries(Object.entries(content.held).filter(([key]) => !released.has(key)));
  return (await catalogueStore.begin('release', revision, { ...content, held })) !== null;
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
