import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readSchedules } from '../use-cases/state.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/schedules`. */
export const listSchedulesRoute = operatorRoute({
  ...read,
  path: `${ROOT}/schedules`,
  operationId: 'listSchedules',
  response: answers.schedules,
  handle: async (ctx: OperatorContext) => inJson({ schedules: await readSchedules(ctx) }),
});
