import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readDeliveries } from '../use-cases/state.js';
import { listed, type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/deliveries`. */
export const listUnfinishedDeliveriesRoute = operatorRoute({
  ...read,
  path: `${ROOT}/deliveries`,
  operationId: 'listUnfinishedDeliveries',
  response: answers.unfinishedDeliveries,
  query: listed,
  handle: async (ctx: OperatorContext, { query: { limit } }) => inJson({ deliveries: await readDeliveries(ctx, limit) }),
});
