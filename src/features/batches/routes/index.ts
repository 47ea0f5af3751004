/** Operations of batches: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { LookupRoutesContext } from '../../lookups/routes/shared/lookup-routes.js';
import type { BatchIntake } from '../store/batch-intake.js';
import { cancelBatchRoute } from './cancel-batch.js';
import { createBatchRoute } from './create-batch.js';
import { createLookupBatchRoute } from './create-lookup-batch.js';
import { getBatchResultsRoute } from './get-batch-results.js';
import { getBatchRoute } from './get-batch.js';
import { listBatchItemsRoute } from './list-batch-items.js';
import { listBatchesRoute } from './list-batches.js';
import { pauseBatchRoute } from './pause-batch.js';
import { resumeBatchRoute } from './resume-batch.js';
import type { BatchRoutesContext } from './shared/batches.js';

export function batchRoutesV2(ctx: BatchRoutesContext): Route[] {
  return [
    createBatchRoute(ctx),
    listBatchesRoute(ctx),
    getBatchRoute(ctx),
    listBatchItemsRoute(ctx),
    getBatchResultsRoute(ctx),
    pauseBatchRoute(ctx),
    resumeBatchRoute(ctx),
    cancelBatchRoute(ctx),
  ];
}

export function batchRoutes(ctx: LookupRoutesContext & { readonly batchIntake: Pick<BatchIntake, 'recordWhole'> }): Route[] {
  return [createLookupBatchRoute(ctx)];
}
