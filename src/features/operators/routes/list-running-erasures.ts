import { operatorRoute, type Route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readErasures } from '../use-cases/state.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/erasures`. */
export function listRunningErasuresRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...read,
    path: `${ROOT}/erasures`,
    operationId: 'listRunningErasures',
    response: answers.erasures,
    handle: async () => inJson({ erasures: await readErasures(ctx) }),
  });
}
