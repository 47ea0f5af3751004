import { operatorRoute, type Route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readQueues } from '../use-cases/state.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/queues`. */
export function readQueuesRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...read,
    path: `${ROOT}/queues`,
    operationId: 'readQueues',
    response: answers.queues,
    handle: async () => inJson(await readQueues(ctx)),
  });
}
