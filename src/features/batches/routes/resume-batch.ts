import { changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/resume`. */
export const resumeBatchRoute = changeRoute('resume', {
  operationId: 'resumeBatch',
  summary: 'Resume a batch',
  description:
    'Its items start again. If its key has ended, or the calling key has a limit of its own, the caller pays from now on. A batch of ' +
    'test keys is resumed with one, and any other without.',
  errors: ['batch_of_other_kind'],
});
