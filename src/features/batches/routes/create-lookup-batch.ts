import { z } from 'zod';
import { CACHE_CONTROL, lookupLink } from '../../../kernel/http/operation-notes.js';
import { route } from '../../route.js';
import { ERRORS } from '../../../kernel/values/errors.js';
import type { Acceptance } from '../../accounts/accounts.js';
import {
  EXAMPLE_LOOKUP_ID,
  idempotencyToken,
  lookupId,
  type LookupRoutesContext,
  requestOptionsOf,
} from '../../lookups/routes/shared/lookup-routes.js';
import { batchLookup } from '../../lookups/routes/shared/v1/schemas.js';
import { acceptLookups } from '../../lookups/use-cases/accept-lookup.js';
import { parseEach, parseLookupRequest, type RequestBody } from '../../lookups/use-cases/parse-lookup-request.js';
import type { BatchIntake } from '../store/batch-intake.js';

const batchResult = z
  .object({
    index: z.int().describe('Position in the sent array.'),
    lookupId: lookupId.optional(),
    status: z.enum(['queued', 'error']),
    error: z.object({ code: z.string(), message: z.string() }).optional().describe('Why the item was not accepted.'),
  })
  .meta({ id: 'BatchResult' });

const batchResponse = z.object({ results: z.array(batchResult) }).meta({ id: 'BatchResponse' });

const EXAMPLE = {
  results: [
    { index: 0, status: 'queued' as const, lookupId: EXAMPLE_LOOKUP_ID },
    { index: 1, status: 'error' as const, error: { code: 'insufficient_credits', message: 'The balance does not cover this lookup.' } },
  ],
};

/** `POST /v1/lookup/batch`: up to fifty lookups, each accepted and billed on its own by the request; a batch that is started whole. */
export const createLookupBatchRoute = route({
  operationId: 'createLookupBatch',
  path: '/v1/lookup/batch',
  summary: 'Queue up to fifty lookups',
  description:
    'Queues up to fifty lookups. Each lookup checks every platform, which takes minutes. POST /v2/batches checks fewer platforms by ' +
    'default, and accepts 10,000 items. If an item is malformed, the whole batch is refused and nothing is billed. Otherwise every ' +
    'item is billed and queued separately: if your credit does not cover one, the others are not affected. Read each lookup with GET ' +
    '/v1/lookup/{id}.',
  scopes: ['lookups:create'],
  recent: false,
  method: 'post',
  requestHeaders: [CACHE_CONTROL],
  requestExamples: { two: { value: { items: [{ email: 'ada@example.com' }, { query: 'ada-example' }] } } },
  responseExamples: { mixed: { summary: 'One queued, one refused', value: EXAMPLE } },
  links: { ReadFirst: lookupLink('/results/0/lookupId') },
  body: batchLookup,
  response: batchResponse,
  errors: ['invalid_batch', 'unknown_test_identity', 'idempotency_conflict', 'invalid_parameter'],
  malformed: 'invalid_batch',
  async handle(ctx: LookupRoutesContext & { readonly batchIntake: Pick<BatchIntake, 'recordWhole'> }, input) {
    await ctx.refreshAvailable();
    const { caller, body } = input;
    const options = { mode: 'batch', band: 'deep', ...requestOptionsOf(input) } as const;
    const parse = (item: RequestBody) => parseLookupRequest(ctx, item, options);
    const requests = parseEach(body.items, parse, (_, index) => `items.${index}`, 'invalid_batch');
    const acceptances = await acceptLookups(ctx, requests, {
      caller,
      token: idempotencyToken(input, 'createLookupBatch'),
      record: (tx, accepted) => ctx.batchIntake.recordWhole(tx, caller, requests, accepted),
    });
    return { results: acceptances.map(showAcceptance) };
  },
});

function showAcceptance(acceptance: Acceptance, index: number) {
  if ('lookupId' in acceptance) return { index, status: 'queued' as const, lookupId: acceptance.lookupId };
  // On every plan an item without allowance carries the item-level code (docs/contract.md, 4.2).
  const error = { code: 'insufficient_credits' as const, message: ERRORS[acceptance.refused].message };
  return { index, status: 'error' as const, error };
}
