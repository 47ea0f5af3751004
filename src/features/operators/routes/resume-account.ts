import { operatorRoute, type Route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { resumeAccount } from '../../accounts/use-cases/change-account.js';
import { changing, type OperatorContext, ROOT } from './shared/operator-routes.js';

/** `POST /dashboard/api/operator/accounts/{account}/resume`. */
export function resumeAccountRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...changing,
    path: `${ROOT}/accounts/:account/resume`,
    operationId: 'resumeAccount',
    handle: async ({ params: { account } }) => inJson(await resumeAccount(ctx, account)),
  });
}
