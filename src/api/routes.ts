import type { Route } from './route.js';
import { v1Routes } from './v1/routes.js';
import { platformStatusRoutes } from './v2/platforms.js';
import { sourceRoutes, type SourcesContext } from './v2/sources.js';
import { v2LookupRoutes } from './v2/routes.js';
import { webhookDeliveryRoutes } from './v2/webhook-deliveries.js';
import { webhookEndpointRoutes } from './v2/webhook-endpoints.js';

export type ApiContext = Parameters<typeof v1Routes>[0] &
  Parameters<typeof platformStatusRoutes>[0] &
  SourcesContext &
  Parameters<typeof v2LookupRoutes>[0] &
  Parameters<typeof webhookEndpointRoutes>[0];

/** All operations of all versions: what is served, and what the OpenAPI document describes. */
export function apiRoutes(ctx: ApiContext): Route[] {
  return [
    ...v1Routes(ctx),
    ...platformStatusRoutes(ctx),
    ...sourceRoutes(ctx),
    ...v2LookupRoutes(ctx),
    ...webhookEndpointRoutes(ctx),
    ...webhookDeliveryRoutes(ctx),
  ];
}
