import type { Route } from '../route.js';
import type { StreamRoutesContext } from '../streaming.js';
import { batchRoutesV2 } from './batch.js';
import { deletionRoutes } from './delete-lookup.js';
import { evidenceRoutes } from './evidence.js';
import { lookupRoutesV2 } from './lookups.js';
import { omissionRoutes } from './omissions.js';
import { pageRoutes } from './pages.js';
import { streamRoutesV2 } from './stream.js';

/** The lookups of v2. The stream precedes the lookup by id, whose path would match `stream` as an id. */
export function v2LookupRoutes(
  ctx: StreamRoutesContext & Parameters<typeof pageRoutes>[0] & Parameters<typeof omissionRoutes>[0] & Parameters<typeof deletionRoutes>[0],
): Route[] {
  return [
    ...streamRoutesV2(ctx),
    ...pageRoutes(ctx),
    ...batchRoutesV2(ctx),
    ...lookupRoutesV2(ctx),
    ...evidenceRoutes(ctx),
    ...omissionRoutes(ctx),
    ...deletionRoutes(ctx),
  ];
}
