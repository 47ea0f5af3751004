import { route } from '../../route.js';
import { readLookup } from '../../lookups/use-cases/read-lookups.js';
import type { OutcomeContext } from '../use-cases/record-outcomes.js';
import { lookupOutcome, params, path, show } from './shared/outcomes.js';

/** `GET /v2/lookup/{id}/outcome`. */
export const getLookupOutcomeRoute = route({
  operationId: 'getLookupOutcome',
  scopes: ['lookups:read'],
  method: 'get',
  path,
  summary: 'Read how a lookup turned out',
  description: 'The outcome that somebody in the account reported for a lookup.',
  rateClass: 'readsV2',
  params,
  response: lookupOutcome,
  errors: ['not_found'],
  async handle(ctx: OutcomeContext, { caller, params: { id } }) {
    await readLookup(ctx, { owner: caller, lookupId: id });
    return show(id, await ctx.outcomes.of(id));
  },
});
