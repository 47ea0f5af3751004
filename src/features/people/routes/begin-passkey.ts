import { userRoute } from '../../route.js';
import { beginPasskey, type PasskeysContext } from '../use-cases/passkeys.js';
import { options } from './shared/passkey-routes.js';

export const beginPasskeyRoute = userRoute({
  operationId: 'beginPasskey',
  isUnaudited: true,
  method: 'post',
  path: '/dashboard/api/passkeys/options',
  response: options,
  recent: true,
  handle: async (ctx: PasskeysContext, { person }) => ({ ...(await beginPasskey(ctx, person)) }),
});
