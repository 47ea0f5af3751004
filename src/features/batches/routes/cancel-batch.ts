import type { Route } from '../../route.js';
import { type BatchRoutesContext, changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/cancel`. */
export function cancelBatchRoute(ctx: BatchRoutesContext): Route {
  return changeRoute(ctx, 'cancel', {
    operationId: 'cancelBatch',
    summary: 'Cancel a batch',
    description: 'Items that have not started never start, and whom they name is deleted. What has started is finished and stays billed.',
  });
}
