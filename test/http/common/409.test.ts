/** Every route of the table with an Idempotency-Key; those of streams, which have no body, in their own tests. */
import { sharedBareApi } from '../../support/http/bare-api.js';
import type { PostId } from '../../support/http/operations.js';
import { refusesKeyReuse } from '../../support/http/refuses-key-reuse.js';
import { routesRefusingWith } from '../../support/http/route-cases.js';

const service = sharedBareApi({ env: { WAIT_CEILING_MS: '100' } });
for (const { id, body } of routesRefusingWith('idempotency_conflict')) if (body) refusesKeyReuse(id as PostId, service);
