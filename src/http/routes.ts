import type { Route } from './route.js';
import { v1Routes } from './v1/routes.js';
import { evidenceRoutes } from './v2/evidence.js';
import { platformStatusRoutes } from './v2/platforms.js';

export type ApiContext = Parameters<typeof v1Routes>[0] & Parameters<typeof platformStatusRoutes>[0] & Parameters<typeof evidenceRoutes>[0];

/** All operations of all versions: what is served, and what the OpenAPI document describes. */
export function apiRoutes(ctx: ApiContext): Route[] {
  return [...v1Routes(ctx), ...platformStatusRoutes(ctx), ...evidenceRoutes(ctx)];
}
