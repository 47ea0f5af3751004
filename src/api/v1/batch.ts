import { parseLookupRequest } from '../../services/lookups/parse-lookup-request.js';
import { batchRoute, type LookupRoutesContext } from '../lookup-routes.js';
import type { Route } from '../route.js';
import { batchLookup } from './schemas.js';

export function batchRoutes(ctx: LookupRoutesContext): Route[] {
  return [
    batchRoute(ctx, {
      operationId: 'createLookupBatch',
      path: '/v1/lookup/batch',
      summary: 'Queue up to fifty lookups',
      body: batchLookup,
      parse: (item, bypassCache) => parseLookupRequest(ctx, item, { mode: 'batch', band: 'deep', bypassCache }),
    }),
  ];
}
