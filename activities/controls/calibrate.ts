import { cancellationSignal, cancelled, log } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { faultName } from '../../src/kernel/values/errors.js';
import { controlExpiry, type Control } from '../../src/engine/controls/control.js';
import { ofRule } from '../../src/engine/controls/of-rule.js';
import type { QueryType } from '../../src/kernel/identity/identity.js';
import { isStrong, supports, type Platform } from '../../src/engine/catalogue/rules/platform.js';
import type { BackoffStore, PlatformCatalogue, RuleApplicability } from '../../src/engine/catalogue/rules/ports.js';
import type { ControlStore } from '../../src/engine/controls/ports.js';
import type { CalibratedType } from '../../src/features/operators/reports.js';
import type { PlatformStatsStore } from '../../src/features/platforms/store/platform-stats.js';
import type { PlatformSwitches } from '../../src/features/platforms/store/platform-switches.js';
import type { ControlRunner } from '../../src/engine/controls/control-runner.js';
import { controlDisputed, eachPlatform, type PlatformWatchPorts, switchOffFailed, reportJumps } from './platform-watch.js';
import { startHeartbeat } from '../runtime/heartbeat.js';

/** A control is renewed this long before it expires, so that lookups rarely have to wait for one. */
const RENEW_AHEAD_MS = 30 * 60_000;
/** Controls in a run, and in parallel: few, so that they take little capacity from lookups. */
const MAX_PER_RUN = 120;
const MAX_CONCURRENT = 8;
/** Outside the bands, controls of a platform that no lookup has probed for this long are not renewed. */
const UNUSED_AFTER_MS = 24 * 3_600_000;

export interface CalibrateActivityPorts {
  readonly catalogue: PlatformCatalogue;
  readonly controlStore: ControlStore;
  readonly backoffs: BackoffStore;
  readonly switches: Pick<PlatformSwitches, 'current'>;
  readonly controls: ControlRunner;
  readonly applicability: RuleApplicability;
  readonly platformStats: Pick<PlatformStatsStore, 'summarise' | 'probedSince'>;
  readonly watch?: Omit<PlatformWatchPorts, 'mayProbe'> | undefined;
  readonly now: () => Date;
}

interface ExpiringControl {
  readonly platform: Platform;
  readonly subject: QueryType;
  readonly control: Control | undefined;
}

export function createCalibrateActivities(ports: CalibrateActivityPorts) {
  return {
    /**
     * Renews the controls that are about to expire: those of the instant and default bands always, the others while lookups
     * need them. First summarises the platform statistics, for bands and order. A second run finds the first one's controls
     * still valid and writes the same statistics.
     */
    async calibrateDue(): Promise<{ calibrated: number }> {
      const signal = cancellationSignal();
      const stop = startHeartbeat();
      try {
        // After a failure, bands and order use older statistics; verdicts cannot do without controls.
        await ports.platformStats.summarise().catch((error: unknown) => {
          log.warn('platform statistics could not be updated', { fault: faultName(error) });
        });
        const queue = (await dueControls(ports)).slice(0, MAX_PER_RUN);
        const calibrated = queue.length;
        const due = function* () {
          for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) yield next;
        };
        const renew = () => eachPlatform(due(), ({ platform, subject, control }) => ports.controls.renew(platform, subject, control));
        // A control waits for a slot without a limit, for ever when offline: a worker that stops must not wait for it.
        await Promise.race([Promise.all(Array.from({ length: MAX_CONCURRENT }, renew)), cancelled()]);
        await Promise.race([watchPlatforms(ports), cancelled()]);
        return { calibrated };
      } finally {
        stop();
      }
    },

    /** Runs the controls of one platform now, for an operator, also while valid ones exist. A second run asks the platform again. */
    async calibratePlatform({ platform: slug }: { platform: string }): Promise<{ queryTypes: CalibratedType[] }> {
      const platform = ports.catalogue.get(slug);
      if (!platform) throw ApplicationFailure.nonRetryable('there is no such platform');
      const stop = startHeartbeat();
      try {
        const stored = await ports.controlStore.newest([slug]);
        const run = async (queryType: QueryType): Promise<CalibratedType> => {
          const control = await ports.controls.run(platform, queryType, stored.get(`${slug}:${queryType}`));
          const outcome = control?.outcome;
          return {
            queryType,
            state: outcome?.state ?? 'uncalibrated',
            mayConfirm: outcome?.state === 'passed' && outcome.mayConfirm,
            mayDeny: outcome?.state === 'passed' && outcome.mayDeny,
            explanation: outcome?.explanation ?? 'no negative control can be made for its rule',
          };
        };
        return { queryTypes: await Promise.race([Promise.all(supports(platform).map(run)), cancelled()]) };
      } finally {
        stop();
      }
    },
  };
}

/** A part that fails is left to the next run: controls do not wait for it. */
async function watchPlatforms({ watch, backoffs, switches }: CalibrateActivityPorts): Promise<void> {
  if (!watch) return;
  const [backingOff, disabled] = await Promise.all([backoffs.backoffs(), switches.current()]);
  const ports = { ...watch, mayProbe: (slug: string) => !backingOff.has(slug) && !disabled.has(slug) };
  for (const part of [reportJumps, controlDisputed, switchOffFailed]) {
    await part(ports).catch((error: unknown) => {
      log.warn('the health of platforms could not be evaluated', { part: part.name, fault: faultName(error) });
    });
  }
}

async function dueControls(ports: CalibrateActivityPorts): Promise<ExpiringControl[]> {
  const { catalogue, controlStore, backoffs, switches, platformStats, applicability, now } = ports;
  const forgotten = new Date(now().getTime() - UNUSED_AFTER_MS);
  const soon = new Date(now().getTime() + RENEW_AHEAD_MS);
  const [stored, backingOff, needed, disabled] = await Promise.all([
    controlStore.newest(catalogue.platforms.map((platform) => platform.slug)),
    backoffs.backoffs(),
    platformStats.probedSince(forgotten),
    switches.current(),
  ]);
  return (
    catalogue.platforms
      .filter(({ slug }) => !backingOff.has(slug) && !disabled.has(slug))
      .flatMap((platform) =>
        supports(platform).map((subject): ExpiringControl => ({ platform, subject, control: stored.get(`${platform.slug}:${subject}`) })),
      )
      .filter(({ platform, subject, control }) => {
        const isOfABand = isStrong(platform, subject) || platform.instant.includes(subject);
        if (!isOfABand && !needed.has(`${platform.slug}:${subject}`)) return false;
        const rule = platform.probes[subject];
        if (!rule || !applicability.hasNegativeControl(rule, subject, platform.slug)) return false;
        const current = ofRule(control, rule);
        return !current || controlExpiry(current) < soon;
      })
      // The oldest first: platforms that block every control are due each time and must not hold back the others.
      .sort((a, b) => (a.control?.checkedAt.getTime() ?? 0) - (b.control?.checkedAt.getTime() ?? 0))
  );
}

export type CalibrateActivities = ReturnType<typeof createCalibrateActivities>;
