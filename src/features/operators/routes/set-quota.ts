import { z } from 'zod';
import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { setQuota } from '../../accounts/use-cases/change-account.js';
import { changing, type OperatorContext, quota, ROOT } from './shared/operator-routes.js';

/** `POST /dashboard/api/operator/accounts/{account}/quota`. */
export const setQuotaRoute = operatorRoute({
  ...changing,
  path: `${ROOT}/accounts/:account/quota`,
  operationId: 'setQuota',
  body: z.strictObject({ quota: quota.nullable() }),
  handle: async (ctx: OperatorContext, { params: { account: accountId }, body }) => inJson(await setQuota(ctx, { ...body, accountId })),
});
