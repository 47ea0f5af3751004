/** Every route of the table: a new one is covered by itself. */
import { sharedBareApi } from '../../support/http/bare-api.js';
import { refusesFloods } from '../../support/http/refuses-floods.js';
import { ROUTE_CASES } from '../../support/http/route-cases.js';

const service = sharedBareApi();
for (const route of ROUTE_CASES) refusesFloods(route, service);
