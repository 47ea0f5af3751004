import { indexCursor } from '../../../kernel/http/cursor.js';
import { route } from '../../route.js';
import { pageItems } from '../use-cases/read-batches.js';
import { itemPage, itemsQuery } from './shared/batch-schemas.js';
import { type BatchRoutesContext, params } from './shared/batches.js';
import { LISTED_ITEM_EXAMPLE } from './shared/examples.js';
import { presentItem } from './shared/results.js';

export const listBatchItemsRoute = route({
  operationId: 'listBatchItems',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/batches/:id/items',
  summary: 'List the items of a batch',
  description: 'The items of a batch in order, each with counts of what its lookup found. Paging is stable while the batch runs.',
  responseExamples: { page: { value: { items: [LISTED_ITEM_EXAMPLE], nextCursor: null } } },
  rateClass: 'readsV2',
  params,
  query: itemsQuery,
  response: itemPage,
  errors: ['not_found', 'invalid_parameter'],
  async handle(ctx: BatchRoutesContext, { caller: owner, params: { id: batchId }, query: { cursor, limit, status } }) {
    const { items, next } = await pageItems(ctx, { owner, batchId, limit, status, after: indexCursor.decode(cursor) });
    return { items: items.map(presentItem), nextCursor: next && indexCursor.encode(next.position) };
  },
});
