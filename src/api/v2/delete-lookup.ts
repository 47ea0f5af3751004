import { z } from 'zod';
import { deleteLookup, type DeletingContext } from '../../services/lookups/delete-lookup.js';
import { route, type Route } from '../route.js';

/** `DELETE /v2/lookup/{id}`: a lookup, a batch item or a single check, in any state. */
export function deletionRoutes(ctx: DeletingContext): Route[] {
  return [
    route({
      operationId: 'deleteLookupV2',
      method: 'delete',
      path: '/v2/lookup/:id',
      summary: 'Delete one lookup and everything that was found',
      rateClass: 'requests',
      params: z.object({ id: z.string().describe('Identifier of a lookup or single check of this account.') }),
      query: z.object({}),
      response: z.null(),
      noContent: true,
      errors: ['not_found'],
      async handle({ caller: { accountId, apiKeyId }, params }) {
        await deleteLookup(ctx, { accountId, apiKeyId, lookupId: params.id });
        return null;
      },
    }),
  ];
}
