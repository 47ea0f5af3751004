import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { suspendAccount } from '../../accounts/use-cases/change-account.js';
import { changing, type OperatorContext, ROOT } from './shared/operator-routes.js';

/** `POST /dashboard/api/operator/accounts/{account}/suspend`. */
export const suspendAccountRoute = operatorRoute({
  ...changing,
  path: `${ROOT}/accounts/:account/suspend`,
  operationId: 'suspendAccount',
  handle: async (ctx: OperatorContext, { params: { account } }) => inJson(await suspendAccount(ctx, account)),
});
