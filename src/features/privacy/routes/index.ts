/** Operations of privacy: a file each, named by its `operationId`. */
import type { Route } from '../../route.js';
import type { ErasuresContext } from '../use-cases/erasures.js';
import type { DeletionContext, ExportContext } from '../use-cases/export-account.js';
import { cancelAccountDeletionRoute } from './cancel-account-deletion.js';
import { createErasureRoute } from './create-erasure.js';
import { deleteAccountRoute } from './delete-account.js';
import { exportAccountRoute } from './export-account.js';
import { getAccountDeletionRoute } from './get-account-deletion.js';
import { getErasureRoute } from './get-erasure.js';
import { listErasuresRoute } from './list-erasures.js';

/** `/v2/account/export` and, for people alone, `/v2/account/deletion`. Nothing here is billed. */
export function accountDataRoutes(ctx: ExportContext & DeletionContext): Route[] {
  return [exportAccountRoute(ctx), deleteAccountRoute(ctx), getAccountDeletionRoute(ctx), cancelAccountDeletionRoute(ctx)];
}

/** `/v2/account/erasures`: erases an identity in the caller's account. Nothing here is billed. */
export function erasureRoutes(ctx: ErasuresContext): Route[] {
  return [createErasureRoute(ctx), listErasuresRoute(ctx), getErasureRoute(ctx)];
}
