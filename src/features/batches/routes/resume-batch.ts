import { changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/resume`. */
export const resumeBatchRoute = changeRoute('resume', {
  operationId: 'resumeBatch',
  summary: 'Resume a batch',
  description:
    'The batch starts its remaining items. From now on, items are billed to your key if the key that sent the batch was revoked or ' +
    'has expired, or if your key has a monthly limit of its own. A test key can resume only batches of test keys; other keys cannot ' +
    'resume these.',
  errors: ['batch_of_other_kind'],
});
