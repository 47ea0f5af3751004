/** Operations of suppressions: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { SuppressionsContext } from '../use-cases/suppressions.js';
import { createSuppressionRoute } from './create-suppression.js';
import { deleteSuppressionRoute } from './delete-suppression.js';
import { listSuppressionsRoute } from './list-suppressions.js';

/** `/v2/account/suppressions`: identities about which this account asks nothing. Nothing here is billed. */
export function suppressionRoutes(ctx: SuppressionsContext): Route[] {
  return [listSuppressionsRoute(ctx), createSuppressionRoute(ctx), deleteSuppressionRoute(ctx)];
}
