import { z } from 'zod';
import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { PLANS } from '../../accounts/plans.js';
import { changePlan } from '../../accounts/use-cases/change-account.js';
import { changing, type OperatorContext, quota, ROOT } from './shared/operator-routes.js';

/** `POST /dashboard/api/operator/accounts/{account}/plan`. */
export const changePlanRoute = operatorRoute({
  ...changing,
  path: `${ROOT}/accounts/:account/plan`,
  operationId: 'changePlan',
  body: z.strictObject({ plan: z.enum(PLANS), quota: quota.optional() }),
  handle: async (ctx: OperatorContext, { params: { account: accountId }, body }) => inJson(await changePlan(ctx, { ...body, accountId })),
});
