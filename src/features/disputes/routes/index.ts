/** Operations of disputes: a file each, named by its `operationId`. */
import { disputeResultRoute } from './dispute-result.js';
import { listLookupDisputesRoute } from './list-lookup-disputes.js';

/** `/v2/lookup/{id}/disputes`: results that somebody says are wrong. */
export const disputeRoutes = [disputeResultRoute, listLookupDisputesRoute];
