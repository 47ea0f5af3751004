import { operatorRoute, type Route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readSchedules } from '../use-cases/state.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/schedules`. */
export function listSchedulesRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...read,
    path: `${ROOT}/schedules`,
    operationId: 'listSchedules',
    response: answers.schedules,
    handle: async () => inJson({ schedules: await readSchedules(ctx) }),
  });
}
