import { route } from '../../route.js';
import { readBatch } from '../use-cases/read-batches.js';
import { batch } from './shared/batch-schemas.js';
import { type BatchRoutesContext, params, shown } from './shared/batches.js';
import { BATCH_EXAMPLE } from './shared/examples.js';

export const getBatchRoute = route({
  operationId: 'getBatch',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/batches/:id',
  summary: 'Read one batch',
  description: 'The progress of a batch. Ids of other accounts return 404, as unknown ids do.',
  responseExamples: { running: { value: BATCH_EXAMPLE } },
  rateClass: 'readsV2',
  params,
  response: batch,
  errors: ['not_found'],
  handle: async (ctx: BatchRoutesContext, { caller, params: { id } }) => shown(ctx, await readBatch(ctx, caller, id)),
});
