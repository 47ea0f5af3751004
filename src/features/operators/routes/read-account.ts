import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readAccount } from '../use-cases/accounts.js';
import { ofAccount, type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/accounts/{account}`. */
export const readAccountRoute = operatorRoute({
  ...read,
  ...ofAccount,
  path: `${ROOT}/accounts/:account`,
  operationId: 'readAccount',
  response: answers.accountOverview,
  handle: async (ctx: OperatorContext, { params: { account } }) => inJson(await readAccount(ctx, account)),
});
