/** Every route of the table: a new one is covered by itself. */
import { sharedBareApi } from '../../support/http/bare-api.js';
import { refusesOtherMethods } from '../../support/http/refuses-methods.js';
import { ROUTE_CASES } from '../../support/http/route-cases.js';

const service = sharedBareApi();
for (const route of ROUTE_CASES) refusesOtherMethods(route, service);
