import { operatorRoute, type Route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readAccount } from '../use-cases/accounts.js';
import { ofAccount, type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/accounts/{account}`. */
export function readAccountRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...read,
    ...ofAccount,
    path: `${ROOT}/accounts/:account`,
    operationId: 'readAccount',
    response: answers.accountOverview,
    handle: async ({ params: { account } }) => inJson(await readAccount(ctx, account)),
  });
}
