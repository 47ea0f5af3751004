import { operatorRoute, type Route } from '../../route.js';
import { switchPlatformOn } from '../use-cases/platforms.js';
import { change, ofPlatform, type OperatorContext, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `POST /dashboard/api/operator/platforms/{platform}/on`. */
export function switchPlatformOnRoute(ctx: OperatorContext): Route {
  return operatorRoute({
    ...change,
    ...ofPlatform,
    path: `${ROOT}/platforms/:platform/on`,
    operationId: 'switchPlatformOn',
    response: answers.platformSwitch,
    async handle({ params: { platform } }) {
      await switchPlatformOn(ctx, platform);
      return { platform, disabled: null };
    },
  });
}
