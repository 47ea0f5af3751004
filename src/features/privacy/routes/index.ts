/** Operations of privacy: a file each, named by its `operationId`. */
import { cancelAccountDeletionRoute } from './cancel-account-deletion.js';
import { createErasureRoute } from './create-erasure.js';
import { deleteAccountRoute } from './delete-account.js';
import { exportAccountRoute } from './export-account.js';
import { getAccountDeletionRoute } from './get-account-deletion.js';
import { getErasureRoute } from './get-erasure.js';
import { listErasuresRoute } from './list-erasures.js';

/** `/v2/account/export` and, for people alone, `/v2/account/deletion`. Nothing here is billed. */
export const accountDataRoutes = [exportAccountRoute, deleteAccountRoute, getAccountDeletionRoute, cancelAccountDeletionRoute];

/** `/v2/account/erasures`: erases an identity in the caller's account. Nothing here is billed. */
export const erasureRoutes = [createErasureRoute, listErasuresRoute, getErasureRoute];
