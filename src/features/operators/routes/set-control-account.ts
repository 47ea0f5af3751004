import { z } from 'zod';
import { operatorRoute, type Route } from '../../route.js';
import { setControlAccount } from '../../platforms/use-cases/control-accounts.js';
import { change, controlAccountFields, controlAccounts, controlIdentity, type OperatorContext } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `POST /dashboard/api/operator/platforms/{platform}/control-accounts`. */
export function setControlAccountRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...change,
    ...controlAccounts,
    operationId: 'setControlAccount',
    body: z.strictObject({ ...controlAccountFields, identity: controlIdentity }),
    response: answers.storedControlAccount,
    handle: ({ params: { platform }, body }) => setControlAccount(ctx, { ...body, platform }),
  });
}
