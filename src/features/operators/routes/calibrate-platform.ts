import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { calibratePlatform } from '../use-cases/platforms.js';
import { change, ofPlatform, type OperatorContext, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `POST /dashboard/api/operator/platforms/{platform}/calibrate`. */
export const calibratePlatformRoute = operatorRoute({
  ...change,
  ...ofPlatform,
  path: `${ROOT}/platforms/:platform/calibrate`,
  operationId: 'calibratePlatform',
  response: answers.calibration,
  async handle(ctx: OperatorContext, { params: { platform } }) {
    const queryTypes = await calibratePlatform(ctx, platform);
    const state = queryTypes === null ? ('started' as const) : ('ended' as const);
    return { platform, state, queryTypes: inJson(queryTypes ?? []) };
  },
});
