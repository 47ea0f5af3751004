import { z } from 'zod';
import { setBrowserTokens } from '../../../kernel/http/cookies.js';
import { text } from '../../../kernel/http/request-fields.js';
import { signInRoute } from '../../route.js';
import { signInWithCode } from '../use-cases/sign-in.js';
import { signedIn, type UserContext } from './shared/user-routes.js';

export const signInWithCodeRoute = signInRoute({
  operationId: 'signInWithCode',
  method: 'post',
  path: '/dashboard/api/sign-in',
  response: signedIn,
  body: z.strictObject({ code: text(20) }),
  async handle(ctx: UserContext, { body, browser, cookie, setCookie }) {
    setBrowserTokens(setCookie, await signInWithCode(ctx, { code: body.code, browserToken: cookie('sign-in') }, browser));
    setCookie('sign-in', null);
    return { signedIn: true } as const;
  },
});
