import { z } from 'zod';
import { text } from '../../../kernel/http/request-fields.js';
import { signInRoute } from '../../route.js';
import { DASHBOARD_ADDRESS } from '../people.js';
import { beginOpenId } from '../use-cases/openid-sign-in.js';
import type { UserContext } from './shared/user-routes.js';

export const beginOpenIdSignInRoute = signInRoute({
  operationId: 'beginOpenIdSignIn',
  method: 'post',
  path: '/dashboard/api/sign-in/openid',
  response: z.strictObject({ url: z.string() }),
  body: z.strictObject({
    recent: z.boolean().describe('The provider must check again who is signing in.'),
    from: text(1_000)
      .refine((address) => DASHBOARD_ADDRESS.test(address), 'an address of the dashboard')
      .optional()
      .describe('Where the browser goes afterwards.'),
  }),
  async handle(ctx: UserContext, { body, setCookie }) {
    const { url, transaction } = await beginOpenId(ctx, body);
    setCookie('openid', `${transaction}.${Buffer.from(body.from ?? '/dashboard').toString('base64url')}`);
    return { url };
  },
});
