import { timeCursor } from '../../../kernel/http/cursor.js';
import { route } from '../../route.js';
import { pageBatches } from '../use-cases/read-batches.js';
import { batchPage, listQuery } from './shared/batch-schemas.js';
import { type BatchRoutesContext, present } from './shared/batches.js';
import { BATCH_EXAMPLE } from './shared/examples.js';

export const listBatchesRoute = route({
  operationId: 'listBatches',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/batches',
  summary: 'List batches, newest first',
  description: 'The batches of the account, including those of v1, newest first. Paging is stable.',
  responseExamples: { page: { value: { batches: [BATCH_EXAMPLE], nextCursor: null } } },
  rateClass: 'readsV2',
  query: listQuery,
  response: batchPage,
  errors: ['invalid_parameter'],
  async handle(ctx: BatchRoutesContext, { caller: owner, query: { limit, cursor } }) {
    const position = timeCursor.decode(cursor);
    const { items, next } = await pageBatches(ctx, { owner, limit, after: position && { createdAt: position.at, id: position.id } });
    const nextCursor = next && timeCursor.encode({ at: next.createdAt, id: next.id });
    return { batches: items.map((each) => present(each, null)), nextCursor };
  },
});
