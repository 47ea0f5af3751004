import { z } from 'zod';
import { signInRoute } from '../../route.js';
import { beginOpenId } from '../use-cases/openid-sign-in.js';
import type { UserContext } from './shared/user-routes.js';

export const beginOpenIdSignInRoute = signInRoute({
  operationId: 'beginOpenIdSignIn',
  method: 'post',
  path: '/dashboard/api/sign-in/openid',
  response: z.strictObject({ url: z.string() }),
  body: z.strictObject({ recent: z.boolean().describe('The provider must check again who is signing in.') }),
  async handle(ctx: UserContext, { body, setCookie }) {
    const { url, transaction } = await beginOpenId(ctx, body);
    setCookie('openid', transaction);
    return { url };
  },
});
