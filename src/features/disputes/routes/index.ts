/** Operations of disputes: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { DisputeContext } from '../use-cases/dispute-result.js';
import { disputeResultRoute } from './dispute-result.js';
import { listLookupDisputesRoute } from './list-lookup-disputes.js';

/** `/v2/lookup/{id}/disputes`: results that somebody says are wrong. */
export function disputeRoutes(ctx: DisputeContext): Route[] {
  return [disputeResultRoute(ctx), listLookupDisputesRoute(ctx)];
}
