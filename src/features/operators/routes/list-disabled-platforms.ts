import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/platforms`. */
export const listDisabledPlatformsRoute = operatorRoute({
  ...read,
  path: `${ROOT}/platforms`,
  operationId: 'listDisabledPlatforms',
  response: answers.disabledPlatforms,
  handle: async (ctx: OperatorContext) => inJson({ platforms: await ctx.switches.list() }),
});
