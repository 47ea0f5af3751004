import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { calibrationOf } from '../engine/controls/traffic.js';
import type { PlatformCatalogue, RuleApplicability } from '../engine/catalogue/rules/ports.js';
import { faultName } from '../kernel/values/errors.js';
import { QUERY_TYPES } from '../kernel/identity/identity.js';
import { TrafficCalibration } from '../engine/controls/traffic-calibration.js';
import { readGauge } from '../kernel/http/metrics.js';
import type { Lifecycle } from './lifecycle.js';
import type { Stores } from './stores.js';

/** Keyed digest (HMAC-SHA-256, RFC 2104) of 128 bits: it distinguishes what is kept for 15 minutes. */
const digest = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22);

/** What lookups show of platforms, shared with the other workers. */
export async function openTraffic(
  lifecycle: Lifecycle,
  ctx: Pick<Stores, 'traffic'> & { applicability: RuleApplicability; now: () => Date; log: Logger },
): Promise<TrafficCalibration> {
  const { applicability, now, log } = ctx;
  const traffic = new TrafficCalibration({
    store: ctx.traffic,
    digest,
    now,
    countryOf: (phone) => applicability.countryOf(phone),
    onFailure: (error) => log.warn({ fault: faultName(error) }, 'observations of platforms could not be exchanged'),
  });
  return lifecycle.register(await traffic.follow(), (open) => open.close());
}

/** Platforms whose "no" can count, by what shows that they do not deny everybody. Neither platform nor account is a label. */
export function denialMetrics(
  registry: Registry,
  { catalogue, controlAccounts, traffic }: Pick<Stores, 'controlAccounts' | 'traffic'> & { catalogue: PlatformCatalogue },
): void {
  const help = 'Platforms whose "not registered" can count, by query type and by what shows that they do not deny everybody';
  readGauge(registry, ['footprint_denying_platforms', help, 'query_type', 'calibrated_by'], async (set) => {
    const seen = await traffic.calibrated().catch(() => new Set<string>());
    const counts: Record<string, number> = {};
    for (const { slug, probes } of catalogue.platforms) {
      for (const type of QUERY_TYPES) {
        const rule = probes[type];
        if (!rule) continue;
        const hasAccounts = await controlAccounts.of(slug, type).then(
          (accounts) => accounts.digest !== undefined,
          () => false,
        );
        const calibratedBy = calibrationOf(rule, { hasAccounts, isSeen: seen.has(`${slug}:${type}`) });
        if (calibratedBy === 'none') continue;
        const count = (counts[`${type} ${calibratedBy}`] ?? 0) + 1;
        counts[`${type} ${calibratedBy}`] = count;
        set({ query_type: type, calibrated_by: calibratedBy }, count);
      }
    }
  });
}

/** What this worker has of the observations that cover a "no" of platforms without a known account. */
export function trafficMetrics(registry: Registry, traffic: Pick<TrafficCalibration, 'size'>): void {
  const help = 'Observations of the last 15 minutes, of all workers, that may cover a "not registered"';
  readGauge(registry, ['footprint_traffic_observations', help], (set) => set({}, traffic.size));
}
