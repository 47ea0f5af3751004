import { changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/cancel`. */
export const cancelBatchRoute = changeRoute('cancel', {
  operationId: 'cancelBatch',
  summary: 'Cancel a batch',
  description:
    'No further item starts, and the identities of waiting items are deleted. Items that have started will finish, and stay billed.',
});
