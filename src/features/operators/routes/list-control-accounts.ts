import { operatorRoute, type Route } from '../../route.js';
import { listControlAccounts } from '../../platforms/use-cases/control-accounts.js';
import { controlAccounts, type OperatorContext, read } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/platforms/{platform}/control-accounts`. */
export function listControlAccountsRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...read,
    ...controlAccounts,
    operationId: 'listControlAccounts',
    response: answers.controlAccountList,
    async handle({ params: { platform } }) {
      const accounts = await listControlAccounts(ctx);
      return { accounts: accounts.filter((each) => each.platform === platform) };
    },
  });
}
