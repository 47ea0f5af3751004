import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readBackoffs } from '../use-cases/state.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/circuits`. */
export const listCircuitsRoute = operatorRoute({
  ...read,
  path: `${ROOT}/circuits`,
  operationId: 'listCircuits',
  response: answers.backoffs,
  handle: async (ctx: OperatorContext) => inJson(await readBackoffs(ctx)),
});
