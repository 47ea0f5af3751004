/** Operations of suppressions: a file each, named by its `operationId`. */
import { createSuppressionRoute } from './create-suppression.js';
import { deleteSuppressionRoute } from './delete-suppression.js';
import { listSuppressionsRoute } from './list-suppressions.js';

/** `/v2/account/suppressions`: identities about which this account asks nothing. Nothing here is billed. */
export const suppressionRoutes = [listSuppressionsRoute, createSuppressionRoute, deleteSuppressionRoute];
