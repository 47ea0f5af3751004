import { sharedBareApi } from '../../support/http/bare-api.js';
import { refusesKeyReuse } from '../../support/http/refuses-key-reuse.js';

const service = sharedBareApi({ env: { WAIT_CEILING_MS: '100' } });
for (const id of [
  'createLookup',
  'createLookupV2',
  'createLookupBatch',
  'createLookupBatchV2',
  'checkEmail',
  'checkPhone',
  'checkIp',
] as const) {
  refusesKeyReuse(id, service);
}
