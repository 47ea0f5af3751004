import { changeRoute } from './shared/batches.js';

/** `POST /v2/batches/{id}/resume`. */
export const resumeBatchRoute = changeRoute('resume', {
  operationId: 'resumeBatch',
  summary: 'Resume a batch',
  description:
    'The remaining items start again. If the key that sent the batch was revoked or has expired, or if your key has its own limit, your ' +
    'key pays from now on. Only a test key can resume a batch of a test key, and it can resume no other batch.',
  errors: ['batch_of_other_kind'],
});
