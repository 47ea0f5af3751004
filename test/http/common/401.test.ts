/** Every route of the table: a new one is covered by itself. */
import { sharedBareApi } from '../../support/http/bare-api.js';
import { refusesUnauthenticated } from '../../support/http/refuses-unauthenticated.js';
import { ROUTE_CASES } from '../../support/http/route-cases.js';

const service = sharedBareApi();
for (const route of ROUTE_CASES) refusesUnauthenticated(route, service);
