import { z } from 'zod';
import { route } from '../../route.js';
import { type DisputeContext, listDisputes } from '../use-cases/dispute-result.js';
import { dispute, params, path, show } from './shared/disputes.js';

/** `GET /v2/lookup/{id}/disputes`. */
export const listLookupDisputesRoute = route({
  operationId: 'listLookupDisputes',
  scopes: ['lookups:read'],
  method: 'get',
  path,
  summary: 'List the disputed results of a lookup',
  description: 'The results of a lookup that somebody in the account disputed, earliest dispute first.',
  rateClass: 'readsV2',
  params,
  response: z.strictObject({ disputes: z.array(dispute) }).meta({ id: 'DisputeList' }),
  errors: ['not_found'],
  async handle(ctx: DisputeContext, { caller, params: { id } }) {
    const { lookup, disputes } = await listDisputes(ctx, { caller, lookupId: id });
    return { disputes: disputes.map((each) => show(lookup, each)) };
  },
});
