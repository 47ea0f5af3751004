import { z } from 'zod';
import { parseIdentitiesRequest } from '../../services/lookups/parse-identities-request.js';
import { parseItems, submitBatch } from '../../services/lookups/submit-batch.js';
import { route, type Route } from '../route.js';
import { idempotencyToken, bypassesCache, type LookupRoutesContext } from '../v1/lookups.js';
import { batchResponse } from '../v1/schemas.js';
import { batchLookupV2 } from './request-schemas.js';

/** `POST /v2/lookup/batch`: up to fifty v2 lookups, each billed and queued on its own. */
export function batchRoutesV2(ctx: LookupRoutesContext): Route[] {
  return [
    route({
      operationId: 'createLookupBatchV2',
      method: 'post',
      path: '/v2/lookup/batch',
      summary: 'Queue up to fifty lookups of several identities each',
      rateClass: 'requests',
      params: z.object({}),
      query: z.object({}),
      body: batchLookupV2,
      response: batchResponse,
      errors: ['invalid_batch', 'idempotency_conflict', 'invalid_parameter'],
      malformed: 'invalid_batch',
      async handle(input) {
        const fresh = bypassesCache(input);
        await ctx.refreshAvailable();
        const requests = parseItems(input.body.items, ({ deep = true, ...item }) =>
          parseIdentitiesRequest(ctx, item, { delivery: 'batch', band: deep ? 'deep' : 'default', fresh }),
        );
        const token = idempotencyToken(input, 'createLookupBatchV2');
        const entries = await submitBatch(ctx, { caller: input.caller, requests, token });
        return { results: entries.map((entry, index) => ({ index, status: 'error' in entry ? 'error' : 'queued', ...entry }) as const) };
      },
    }),
  ];
}
