import { z } from 'zod';
import { freeText } from '../../../kernel/http/request-fields.js';
import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { MAX_REFERENCE, topUp } from '../../accounts/use-cases/change-account.js';
import { changing, type OperatorContext, ROOT } from './shared/operator-routes.js';

/** `POST /dashboard/api/operator/accounts/{account}/top-up`. */
export const topUpRoute = operatorRoute({
  ...changing,
  path: `${ROOT}/accounts/:account/top-up`,
  operationId: 'topUp',
  body: z.strictObject({ amountMillicents: z.int().min(1), reference: freeText(MAX_REFERENCE).min(1) }),
  handle: async (ctx: OperatorContext, { params: { account: accountId }, body }) => inJson(await topUp(ctx, { ...body, accountId })),
});
