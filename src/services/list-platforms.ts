import { type BandEvidence, instantBand, isUsable } from '../domain/bands.js';
import { QUERY_TYPES, type QueryType } from '../domain/identity.js';
import { healthOf, type QueryTypeHealth } from '../domain/platform-health.js';
import type { PlatformRecord } from '../domain/platform-record.js';
import { supports, toldBy, type Platform } from '../domain/platform.js';
import type { ControlStore, CooldownStore, PlatformCatalogue, PlatformStandings } from '../domain/ports.js';

export interface BandsContext {
  readonly catalogue: PlatformCatalogue;
  readonly standings: PlatformStandings;
  /** Ceiling of the instant path, in milliseconds. */
  readonly instantCeilingMs: number;
  /** The clock that controls were stored by: the database's. */
  readonly now: () => Date;
}

export interface PlatformsContext extends BandsContext {
  readonly controlStore: ControlStore;
  readonly cooldowns: CooldownStore;
}

export interface PlatformSummary {
  readonly platform: string;
  readonly supports: readonly QueryType[];
  readonly instant: readonly QueryType[];
}

export interface PlatformStatus {
  readonly platform: Platform;
  /** Query types that answer on the instant path. */
  readonly instant: readonly QueryType[];
  readonly health: readonly (QueryTypeHealth & { readonly record: PlatformRecord | null })[];
}

async function evidenceNow({ standings, instantCeilingMs, now }: BandsContext): Promise<BandEvidence> {
  return { standings: await standings.current(), instantCeilingMs, now: now() };
}

/**
 * Every platform that a lookup may name, by slug, with the query types that reach it now (those in quarantine do not, so it
 * may have none), and those for which an instant lookup would probe it: lookups choose by the same functions. A mailbox provider
 * is reached by the address alone. docs/contract.md, 3.
 */
export async function listPlatforms(ctx: BandsContext): Promise<PlatformSummary[]> {
  const evidence = await evidenceNow(ctx);
  const inTime = instantBand(ctx.catalogue.platforms, evidence);
  return ctx.catalogue.platforms.map((platform) => {
    const usable = supports(platform).filter((type) => isUsable(platform.slug, type, evidence));
    const told = toldBy(platform);
    return {
      platform: platform.slug,
      supports: QUERY_TYPES.filter((type) => usable.includes(type) || told.includes(type)),
      instant: QUERY_TYPES.filter((type) => (usable.includes(type) && inTime.has(`${platform.slug}:${type}`)) || told.includes(type)),
    };
  });
}

/** Every platform with its health and recent statistics, for operators. */
export async function listPlatformStatus(ctx: PlatformsContext): Promise<PlatformStatus[]> {
  const { platforms } = ctx.catalogue;
  const [controls, cooling, evidence] = await Promise.all([
    ctx.controlStore.newest(platforms.map((platform) => platform.slug)),
    ctx.cooldowns.coolingPlatforms(),
    evidenceNow(ctx),
  ]);
  const inTime = instantBand(platforms, evidence);
  return platforms.map((platform) => ({
    platform,
    instant: supports(platform).filter((type) => inTime.has(`${platform.slug}:${type}`)),
    health: supports(platform).map((type) => {
      const key = `${platform.slug}:${type}`;
      const record = evidence.standings.get(key)?.record ?? null;
      return { ...healthOf(type, controls.get(key), cooling.get(platform.slug), evidence.now), record };
    }),
  }));
}
