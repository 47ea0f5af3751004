import { z } from 'zod';
import { operatorRoute, type Route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { setQuota } from '../../accounts/use-cases/change-account.js';
import { changing, type OperatorContext, quota, ROOT } from './shared/operator-routes.js';

/** `POST /dashboard/api/operator/accounts/{account}/quota`. */
export function setQuotaRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...changing,
    path: `${ROOT}/accounts/:account/quota`,
    operationId: 'setQuota',
    body: z.strictObject({ quota: quota.nullable() }),
    handle: async ({ params: { account: accountId }, body }) => inJson(await setQuota(ctx, { ...body, accountId })),
  });
}
