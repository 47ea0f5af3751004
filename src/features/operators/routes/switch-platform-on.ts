import { operatorRoute } from '../../route.js';
import { switchPlatformOn } from '../use-cases/platforms.js';
import { change, ofPlatform, type OperatorContext, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `POST /dashboard/api/operator/platforms/{platform}/on`. */
export const switchPlatformOnRoute = operatorRoute({
  ...change,
  ...ofPlatform,
  path: `${ROOT}/platforms/:platform/on`,
  operationId: 'switchPlatformOn',
  response: answers.platformSwitch,
  async handle(ctx: OperatorContext, { params: { platform } }) {
    await switchPlatformOn(ctx, platform);
    return { platform, disabled: null };
  },
});
