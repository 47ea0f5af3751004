import { changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/cancel`. */
export const cancelBatchRoute = changeRoute('cancel', {
  operationId: 'cancelBatch',
  summary: 'Cancel a batch',
  description: 'Items that have not started never start, and whom they name is deleted. What has started is finished and stays billed.',
});
