import { parseIdentitiesRequest } from '../../services/lookups/parse-identities-request.js';
import { batchRoute, type LookupRoutesContext } from '../lookup-routes.js';
import type { Route } from '../route.js';
import { batchLookupV2 } from './request-schemas.js';

/** `POST /v2/lookup/batch`: up to fifty v2 lookups, each billed and queued on its own. */
export function batchRoutesV2(ctx: LookupRoutesContext): Route[] {
  return [
    batchRoute(ctx, {
      operationId: 'createLookupBatchV2',
      path: '/v2/lookup/batch',
      summary: 'Queue up to fifty lookups of several identities each',
      body: batchLookupV2,
      parse: ({ deep = true, ...item }, bypassCache) =>
        parseIdentitiesRequest(ctx, item, { mode: 'batch', band: deep ? 'deep' : 'default', bypassCache }),
    }),
  ];
}
