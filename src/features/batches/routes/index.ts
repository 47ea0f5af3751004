/** Operations of batches: a file each, named by its `operationId`. */
import { cancelBatchRoute } from './cancel-batch.js';
import { createBatchRoute } from './create-batch.js';
import { createLookupBatchRoute } from './create-lookup-batch.js';
import { getBatchResultsRoute } from './get-batch-results.js';
import { getBatchRoute } from './get-batch.js';
import { listBatchItemsRoute } from './list-batch-items.js';
import { listBatchesRoute } from './list-batches.js';
import { pauseBatchRoute } from './pause-batch.js';
import { resumeBatchRoute } from './resume-batch.js';

export const batchRoutesV2 = [
  createBatchRoute,
  listBatchesRoute,
  getBatchRoute,
  listBatchItemsRoute,
  getBatchResultsRoute,
  pauseBatchRoute,
  resumeBatchRoute,
  cancelBatchRoute,
];

export const batchRoutes = [createLookupBatchRoute];
