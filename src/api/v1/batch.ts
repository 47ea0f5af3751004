import { z } from 'zod';
import { parseBatch, submitBatch } from '../../services/lookups/submit-batch.js';
import { route, type Route } from '../route.js';
import { idempotencyToken, bypassesCache, type LookupRoutesContext } from './lookups.js';
import { batchLookup, batchResponse } from './schemas.js';

export function batchRoutes(ctx: LookupRoutesContext): Route[] {
  return [
    route({
      operationId: 'createLookupBatch',
      method: 'post',
      path: '/v1/lookup/batch',
      summary: 'Queue up to fifty lookups',
      rateClass: 'requests',
      params: z.object({}),
      query: z.object({}),
      body: batchLookup,
      response: batchResponse,
      errors: ['invalid_batch', 'idempotency_conflict', 'invalid_parameter'],
      malformed: 'invalid_batch',
      async handle(input) {
        await ctx.refreshAvailable();
        const requests = parseBatch(ctx, input.body.items, bypassesCache(input));
        const entries = await submitBatch(ctx, {
          caller: input.caller,
          requests,
          token: idempotencyToken(input, 'createLookupBatch'),
        });
        return { results: entries.map((entry, index) => ({ index, status: 'error' in entry ? 'error' : 'queued', ...entry }) as const) };
      },
    }),
  ];
}
