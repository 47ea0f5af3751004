import { z } from 'zod';
import { idText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { deleteLookup, type DeletingContext } from '../use-cases/delete-lookup.js';

/** `DELETE /v2/lookup/{id}`: a lookup, a batch item or a single check, in any state. */
export const deleteLookupV2Route = route({
  operationId: 'deleteLookupV2',
  scopes: ['lookups:delete'],
  recent: true,
  role: 'admin',
  method: 'delete',
  path: '/v2/lookup/:id',
  summary: 'Delete one lookup with all its results',
  description:
    'Deletes a lookup in any state, with its results and findings, even those that later lookups would have reused. Its ' +
    '`lookup.completed` event is deleted too, with every delivery and attempt. The lookup stays billed. A running lookup stops, and ' +
    'sends no webhook. A delivery in progress may still arrive. Repeating the original request with its Idempotency-Key returns the ' +
    'id of the deleted lookup and bills nothing. Deleting a lookup again, or a lookup of another account, returns `not_found`.',
  params: z.object({ id: idText.describe('Identifier of a lookup or single check of this account.') }),
  response: z.null(),
  noContent: true,
  errors: ['not_found'],
  async handle(ctx: DeletingContext, { caller, params }) {
    await deleteLookup(ctx, caller, params.id);
    return null;
  },
});
