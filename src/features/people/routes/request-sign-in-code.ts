import { z } from 'zod';
import { type Route, signInRoute } from '../../route.js';
import { requestCode } from '../use-cases/sign-in.js';
import { email, type UserContext } from './shared/user-routes.js';

/** `POST /dashboard/api/sign-in/code`. */
export function requestSignInCodeRoute(ctx: UserContext): Route {
  return signInRoute({
    operationId: 'requestSignInCode',
    method: 'post',
    path: '/dashboard/api/sign-in/code',
    response: z.strictObject({ sent: z.literal(true) }),
    body: z.strictObject({ email }),
    async handle({ body, browser, setCookie }) {
      const { browserToken } = await requestCode(ctx, body.email, browser);
      setCookie('sign-in', browserToken);
      return { sent: true } as const;
    },
  });
}
