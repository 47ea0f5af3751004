import { operatorRoute, type Route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { suspendAccount } from '../../accounts/use-cases/change-account.js';
import { changing, type OperatorContext, ROOT } from './shared/operator-routes.js';

/** `POST /dashboard/api/operator/accounts/{account}/suspend`. */
export function suspendAccountRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...changing,
    path: `${ROOT}/accounts/:account/suspend`,
    operationId: 'suspendAccount',
    handle: async ({ params: { account } }) => inJson(await suspendAccount(ctx, account)),
  });
}
