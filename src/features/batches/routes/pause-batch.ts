import { changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/pause`. */
export const pauseBatchRoute = changeRoute('pause', {
  operationId: 'pauseBatch',
  summary: 'Pause a batch',
  description: 'No further item starts until the batch is resumed. Pausing again changes nothing.',
});
