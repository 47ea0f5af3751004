/** Every route of the table: a new one is covered by itself. */
import { sharedBareApi } from '../../support/http/bare-api.js';
import { refusesUnreadableJson } from '../../support/http/refuses-bodies.js';
import { ROUTES_WITH_BODY } from '../../support/http/route-cases.js';

const service = sharedBareApi();
for (const route of ROUTES_WITH_BODY) refusesUnreadableJson(route, service);
