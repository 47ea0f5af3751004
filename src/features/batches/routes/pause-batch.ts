import type { Route } from '../../route.js';
import { type BatchRoutesContext, changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/pause`. */
export function pauseBatchRoute(ctx: BatchRoutesContext): Route {
  return changeRoute(ctx, 'pause', {
    operationId: 'pauseBatch',
    summary: 'Pause a batch',
    description: 'No further item starts, until the batch is resumed. Pausing again changes nothing.',
  });
}
