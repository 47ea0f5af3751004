import { z } from 'zod';
import { signInRoute } from '../../route.js';
import { requestCode } from '../use-cases/sign-in.js';
import { email, type UserContext } from './shared/user-routes.js';

export const requestSignInCodeRoute = signInRoute({
  operationId: 'requestSignInCode',
  method: 'post',
  path: '/dashboard/api/sign-in/code',
  response: z.strictObject({ sent: z.literal(true) }),
  body: z.strictObject({ email }),
  async handle(ctx: UserContext, { body, browser, setCookie }) {
    const { browserToken } = await requestCode(ctx, body.email, browser);
    setCookie('sign-in', browserToken);
    return { sent: true } as const;
  },
});
