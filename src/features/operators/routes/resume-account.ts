import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { resumeAccount } from '../../accounts/use-cases/change-account.js';
import { changing, type OperatorContext, ROOT } from './shared/operator-routes.js';

/** `POST /dashboard/api/operator/accounts/{account}/resume`. */
export const resumeAccountRoute = operatorRoute({
  ...changing,
  path: `${ROOT}/accounts/:account/resume`,
  operationId: 'resumeAccount',
  handle: async (ctx: OperatorContext, { params: { account } }) => inJson(await resumeAccount(ctx, account)),
});
