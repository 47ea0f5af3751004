import { z } from 'zod';
import { operatorRoute } from '../../route.js';
import { removeControlAccounts } from '../../platforms/use-cases/control-accounts.js';
import {
  change,
  controlAccountFields,
  controlAccounts,
  controlIdentity,
  ofPlatform,
  type OperatorContext,
} from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/**
 * `POST /dashboard/api/operator/platforms/{platform}/control-accounts/remove`: which one is in the body, as it is an identity; without it,
 * all of the platform.
 */
export const removeControlAccountsRoute = operatorRoute({
  ...change,
  ...ofPlatform,
  path: `${controlAccounts.path}/remove`,
  operationId: 'removeControlAccounts',
  body: z.strictObject({ ...controlAccountFields, identity: controlIdentity.optional() }),
  response: answers.removedControlAccounts,
  handle: (ctx: OperatorContext, { params: { platform }, body }) => removeControlAccounts(ctx, { ...body, platform }),
});
