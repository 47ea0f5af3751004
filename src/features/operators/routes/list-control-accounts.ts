import { operatorRoute } from '../../route.js';
import { listControlAccounts } from '../../platforms/use-cases/control-accounts.js';
import { controlAccounts, type OperatorContext, read } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/platforms/{platform}/control-accounts`. */
export const listControlAccountsRoute = operatorRoute({
  ...read,
  ...controlAccounts,
  operationId: 'listControlAccounts',
  response: answers.controlAccountList,
  async handle(ctx: OperatorContext, { params: { platform } }) {
    const accounts = await listControlAccounts(ctx);
    return { accounts: accounts.filter((each) => each.platform === platform) };
  },
});
