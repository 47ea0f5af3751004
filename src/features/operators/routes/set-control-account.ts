import { z } from 'zod';
import { operatorRoute } from '../../route.js';
import { setControlAccount } from '../../platforms/use-cases/control-accounts.js';
import { change, controlAccountFields, controlAccounts, controlIdentity, type OperatorContext } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `POST /dashboard/api/operator/platforms/{platform}/control-accounts`. */
export const setControlAccountRoute = operatorRoute({
  ...change,
  ...controlAccounts,
  operationId: 'setControlAccount',
  body: z.strictObject({ ...controlAccountFields, identity: controlIdentity }),
  response: answers.storedControlAccount,
  handle: (ctx: OperatorContext, { params: { platform }, body }) => setControlAccount(ctx, { ...body, platform }),
});
