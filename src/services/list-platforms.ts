import type { QueryType } from '../domain/identity.js';
import { healthOf, type PlatformRecord, type QueryTypeHealth } from '../domain/platform-health.js';
import { supports, type Platform } from '../domain/platform.js';
import type { ControlStore, CooldownStore, PlatformCatalogue, PlatformRecords } from '../domain/ports.js';

export interface PlatformsContext {
  readonly catalogue: PlatformCatalogue;
  readonly controlStore: ControlStore;
  readonly cooldowns: CooldownStore;
  readonly platformRecords: PlatformRecords;
}

export interface PlatformSummary {
  readonly platform: string;
  readonly supports: readonly QueryType[];
  readonly instant: readonly QueryType[];
}

export interface PlatformStatus {
  readonly platform: Platform;
  readonly health: readonly QueryTypeHealth[];
  readonly record: PlatformRecord | null;
}

/** Health of every platform, per query type. */
async function healthOfAll(ctx: Omit<PlatformsContext, 'platformRecords'>): Promise<Omit<PlatformStatus, 'record'>[]> {
  const { platforms } = ctx.catalogue;
  const [controls, cooling] = await Promise.all([
    ctx.controlStore.newest(platforms.map((platform) => platform.slug)),
    ctx.cooldowns.coolingPlatforms(),
  ]);
  const now = new Date();
  return platforms.map((platform) => ({
    platform,
    health: supports(platform).map((type) => healthOf(type, controls.get(`${platform.slug}:${type}`), cooling.get(platform.slug), now)),
  }));
}

/**
 * Every platform that can be asked, by slug, with the query types that reach it now: those in quarantine do not. Seed,
 * "GET /v1/platforms".
 */
export async function listPlatforms(ctx: Omit<PlatformsContext, 'platformRecords'>): Promise<PlatformSummary[]> {
  return (await healthOfAll(ctx))
    .map(({ platform, health }) => {
      const usable = health.filter(({ status }) => status !== 'quarantined').map(({ subject }) => subject);
      return { platform: platform.slug, supports: usable, instant: platform.instant.filter((type) => usable.includes(type)) };
    })
    .filter((summary) => summary.supports.length > 0);
}

/** Every platform with its health and how it fared of late, for operators. */
export async function listPlatformStatus(ctx: PlatformsContext): Promise<PlatformStatus[]> {
  const [all, records] = await Promise.all([healthOfAll(ctx), ctx.platformRecords.recent()]);
  return all.map((status) => ({ ...status, record: records.get(status.platform.slug) ?? null }));
}
