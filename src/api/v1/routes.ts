import type { StreamRoutesContext } from '../streaming.js';
import type { Route } from '../route.js';
import { batchRoutes } from './batch.js';
import { checkRoutes } from './checks.js';
import { historyRoutes } from './history.js';
import { lookupRoutes } from './lookups.js';
import { platformRoutes } from './platforms.js';
import { streamRoutes } from './stream.js';

/** All operations of v1. The stream precedes the lookup by id, whose path would match `stream` as an id. */
export function v1Routes(ctx: StreamRoutesContext & Parameters<typeof platformRoutes>[0]): Route[] {
  return [
    ...platformRoutes(ctx),
    ...streamRoutes(ctx),
    ...historyRoutes(ctx),
    ...batchRoutes(ctx),
    ...lookupRoutes(ctx),
    ...checkRoutes(ctx),
  ];
}
