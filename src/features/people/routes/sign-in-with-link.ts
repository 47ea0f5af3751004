import { z } from 'zod';
import { setBrowserTokens } from '../../../kernel/http/cookies.js';
import { signInRoute } from '../../route.js';
import { signInWithLink } from '../use-cases/sign-in.js';
import { signedIn, token, type UserContext } from './shared/user-routes.js';

export const signInWithLinkRoute = signInRoute({
  operationId: 'signInWithLink',
  method: 'post',
  path: '/dashboard/api/sign-in/link',
  response: signedIn,
  body: z.strictObject({ token }),
  async handle(ctx: UserContext, { body, browser, setCookie }) {
    setBrowserTokens(setCookie, await signInWithLink(ctx, body.token, browser));
    return { signedIn: true } as const;
  },
});
