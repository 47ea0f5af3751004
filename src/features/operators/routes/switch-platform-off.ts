import { z } from 'zod';
import { MAX_SWITCH_REASON } from '../../../engine/catalogue/rules/ports.js';
import { freeText } from '../../../kernel/http/request-fields.js';
import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { switchPlatformOff } from '../use-cases/platforms.js';
import { change, ofPlatform, type OperatorContext, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `POST /dashboard/api/operator/platforms/{platform}/off`. */
export const switchPlatformOffRoute = operatorRoute({
  ...change,
  ...ofPlatform,
  path: `${ROOT}/platforms/:platform/off`,
  operationId: 'switchPlatformOff',
  body: z.strictObject({ reason: freeText(MAX_SWITCH_REASON).min(1) }),
  response: answers.platformSwitch,
  async handle(ctx: OperatorContext, { person: { userId, means }, params: { platform }, body: { reason } }) {
    const by = means === 'command' ? null : userId;
    return inJson({ platform, disabled: await switchPlatformOff(ctx, { platform, by, reason }) });
  },
});
