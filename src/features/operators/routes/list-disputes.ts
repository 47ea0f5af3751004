import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { listed, type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/disputes`. */
export const listDisputesRoute = operatorRoute({
  ...read,
  path: `${ROOT}/disputes`,
  operationId: 'listDisputes',
  response: answers.disputes,
  query: listed,
  handle: async (ctx: OperatorContext, { query: { limit } }) => inJson({ disputes: await ctx.operatorReports.disputes(limit) }),
});
