import { type BandContext, instantBand, isUsable } from '../../domain/catalogue/bands.js';
import { QUERY_TYPES, type QueryType } from '../../domain/identity/identity.js';
import { healthOf, type QueryTypeHealth } from '../../domain/catalogue/platform-status.js';
import type { PlatformStats } from '../../domain/catalogue/platform-status.js';
import { supports, impliedBy, type Platform } from '../../domain/catalogue/platform.js';
import type { ControlStore, CooldownStore, PlatformCatalogue, PlatformStatusReader } from '../../domain/catalogue/ports.js';

export interface BandsContext {
  readonly catalogue: PlatformCatalogue;
  readonly statuses: PlatformStatusReader;
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

export interface PlatformOverview {
  readonly platform: Platform;
  /** Query types that answer on the instant path. */
  readonly instant: readonly QueryType[];
  readonly health: readonly (QueryTypeHealth & { readonly stats: PlatformStats | null })[];
}

async function bandEvidence({ statuses, instantCeilingMs, now }: BandsContext): Promise<BandContext> {
  return { statuses: await statuses.current(), instantCeilingMs, now: now() };
}

/**
 * Every platform that a lookup may name, by slug, with the query types that reach it now (those in quarantine do not, so it
 * may have none), and those for which an instant lookup would probe it: lookups choose by the same functions. A mailbox provider
 * is reached by the address alone. docs/contract.md, 3.
 */
export async function listPlatforms(ctx: BandsContext): Promise<PlatformSummary[]> {
  const evidence = await bandEvidence(ctx);
  const inTime = instantBand(ctx.catalogue.platforms, evidence);
  return ctx.catalogue.platforms.map((platform) => {
    const usable = supports(platform).filter((type) => isUsable(platform.slug, type, evidence));
    const told = impliedBy(platform);
    return {
      platform: platform.slug,
      supports: QUERY_TYPES.filter((type) => usable.includes(type) || told.includes(type)),
      instant: QUERY_TYPES.filter((type) => (usable.includes(type) && inTime.has(`${platform.slug}:${type}`)) || told.includes(type)),
    };
  });
}

/** Every platform with its health and recent statistics, for operators. */
export async function listPlatformStatus(ctx: PlatformsContext): Promise<PlatformOverview[]> {
  const { platforms } = ctx.catalogue;
  const [controls, cooling, evidence] = await Promise.all([
    ctx.controlStore.newest(platforms.map((platform) => platform.slug)),
    ctx.cooldowns.coolingPlatforms(),
    bandEvidence(ctx),
  ]);
  const inTime = instantBand(platforms, evidence);
  return platforms.map((platform) => ({
    platform,
    instant: supports(platform).filter((type) => inTime.has(`${platform.slug}:${type}`)),
    health: supports(platform).map((type) => {
      const key = `${platform.slug}:${type}`;
      const stats = evidence.statuses.get(key)?.stats ?? null;
      return { ...healthOf(type, controls.get(key), cooling.get(platform.slug), evidence.now), stats };
    }),
  }));
}
