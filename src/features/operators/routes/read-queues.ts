import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readQueues } from '../use-cases/state.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/queues`. */
export const readQueuesRoute = operatorRoute({
  ...read,
  path: `${ROOT}/queues`,
  operationId: 'readQueues',
  response: answers.queues,
  handle: async (ctx: OperatorContext) => inJson(await readQueues(ctx)),
});
