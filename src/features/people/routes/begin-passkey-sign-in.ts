import { signInRoute } from '../../route.js';
import { beginPasskeySignIn, type PasskeysContext } from '../use-cases/passkeys.js';
import { options } from './shared/passkey-routes.js';

export const beginPasskeySignInRoute = signInRoute({
  operationId: 'beginPasskeySignIn',
  method: 'post',
  path: '/dashboard/api/sign-in/passkey/options',
  response: options,
  handle: async (ctx: PasskeysContext) => ({ ...(await beginPasskeySignIn(ctx)) }),
});
