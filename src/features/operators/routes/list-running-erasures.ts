import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readErasures } from '../use-cases/state.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/erasures`. */
export const listRunningErasuresRoute = operatorRoute({
  ...read,
  path: `${ROOT}/erasures`,
  operationId: 'listRunningErasures',
  response: answers.erasures,
  handle: async (ctx: OperatorContext) => inJson({ erasures: await readErasures(ctx) }),
});
