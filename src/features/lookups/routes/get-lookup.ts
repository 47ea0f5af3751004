import { z } from 'zod';
import { idText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { readSnapshot } from '../use-cases/read-lookups.js';
import type { LookupRoutesContext } from './shared/lookup-routes.js';
import { FINISHED, PENDING } from './shared/v1/examples.js';
import { presentFinished } from './shared/v1/presenters.js';
import { lookupResponse, pendingLookup } from './shared/v1/schemas.js';

export const getLookupRoute = route({
  operationId: 'getLookup',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v1/lookup/:id',
  summary: 'Read one lookup',
  description: 'The full result, or `status: processing` while the lookup runs. Ids of other accounts return 404, as unknown ids do.',
  responseExamples: { finished: { value: FINISHED }, pending: { value: PENDING } },
  rateClass: 'reads',
  params: z.object({ id: idText.describe('Identifier of a lookup of this account.') }),
  response: z.union([lookupResponse, pendingLookup]),
  errors: ['not_found'],
  async handle(ctx: LookupRoutesContext, { caller, params }) {
    return presentFinished(ctx.catalogue, await readSnapshot(ctx, { owner: caller, lookupId: params.id }));
  },
});
