import { supports } from '../domain/platform.js';
import type { QueryType } from '../domain/identity.js';
import type { PlatformCatalogue } from '../domain/ports.js';

export interface PlatformSummary {
  readonly platform: string;
  readonly supports: readonly QueryType[];
  readonly instant: readonly QueryType[];
}

/** Every platform that can be asked, by slug. Seed, "GET /v1/platforms". */
export function listPlatforms(ctx: { catalogue: PlatformCatalogue }): PlatformSummary[] {
  return ctx.catalogue.platforms.map((platform) => ({
    platform: platform.slug,
    supports: supports(platform),
    instant: platform.instant,
  }));
}
