import { changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/cancel`. */
export const cancelBatchRoute = changeRoute('cancel', {
  operationId: 'cancelBatch',
  summary: 'Cancel a batch',
  description:
    'Items that have not started never start, and their identities are deleted. Items that have started are finished and stay ' + 'billed.',
});
