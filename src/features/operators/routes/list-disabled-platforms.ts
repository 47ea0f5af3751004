import { operatorRoute, type Route } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/platforms`. */
export function listDisabledPlatformsRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...read,
    path: `${ROOT}/platforms`,
    operationId: 'listDisabledPlatforms',
    response: answers.disabledPlatforms,
    handle: async () => inJson({ platforms: await ctx.switches.list() }),
  });
}
