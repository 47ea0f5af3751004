import { z } from 'zod';
import { setBrowserTokens } from '../../../kernel/http/cookies.js';
import { signInRoute } from '../../route.js';
import { type PasskeysContext, signInWithPasskey } from '../use-cases/passkeys.js';
import { response } from './shared/passkey-routes.js';

export const signInWithPasskeyRoute = signInRoute({
  operationId: 'signInWithPasskey',
  method: 'post',
  path: '/dashboard/api/sign-in/passkey',
  response: z.strictObject({ signedIn: z.literal(true) }),
  body: z.strictObject({ response }),
  async handle(ctx: PasskeysContext, { body, browser, setCookie }) {
    setBrowserTokens(setCookie, await signInWithPasskey(ctx, body.response, browser));
    return { signedIn: true } as const;
  },
});
