/** Every billed route of the table: a new one is covered by itself. */
import { sharedBareApi } from '../../support/http/bare-api.js';
import type { OperationId } from '../../support/http/operations.js';
import { refusesOverdraft } from '../../support/http/refuses-overdraft.js';
import { routesRefusingWith } from '../../support/http/route-cases.js';

const service = sharedBareApi();
for (const { id } of routesRefusingWith('quota_exceeded')) refusesOverdraft(id as OperationId, service);
