import type { StreamRoutesContext } from '../lookup-stream.js';
import type { Route } from '../route.js';
import { batchRoutes } from './batch.js';
import { checkRoutes } from './checks.js';
import { historyRoutes } from './history.js';
import { lookupRoutes } from './lookups.js';
import { platformRoutes } from './platforms.js';
import { streamRoutes } from './stream.js';

/** All operations of v1. The stream stands before the lookup by id, whose path would take its name for one. */
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
