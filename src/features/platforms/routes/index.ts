/** Operations of platforms: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { HealthStore } from '../store/health-store.js';
import type { PlatformSwitches } from '../store/platform-switches.js';
import type { BandsContext, PlatformsContext } from '../use-cases/list-platforms.js';
import { getPlatformRoute } from './get-platform.js';
import { listPlatformStatusRoute } from './list-platform-status.js';
import { listPlatformsRoute } from './list-platforms.js';

export function platformHealthRoutes(
  ctx: PlatformsContext & { readonly health: Pick<HealthStore, 'read' | 'disputes'>; readonly switches: Pick<PlatformSwitches, 'list'> },
): Route[] {
  return [getPlatformRoute(ctx)];
}

export function platformStatusRoutes(ctx: PlatformsContext): Route[] {
  return [listPlatformStatusRoute(ctx)];
}

export function platformRoutes(ctx: BandsContext): Route[] {
  return [listPlatformsRoute(ctx)];
}
