import { z } from 'zod';
import { setBrowserTokens } from '../../../kernel/http/cookies.js';
import { Redirect } from '../../../kernel/http/answers.js';
import { signInRoute } from '../../route.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { DASHBOARD_ADDRESS } from '../people.js';
import { endOpenId } from '../use-cases/openid-sign-in.js';
import { OPENID_CALLBACK, type UserContext } from './shared/user-routes.js';

/** `GET /dashboard/api/sign-in/openid/callback`. */
export const endOpenIdSignInRoute = signInRoute({
  operationId: 'endOpenIdSignIn',
  method: 'get',
  path: OPENID_CALLBACK,
  redirects: true,
  isUnsafe: true,
  response: z.never(),
  // The provider sends the browser here, so what goes wrong is told by the page.
  async handle(ctx: UserContext, { search, browser, cookie, setCookie }) {
    const transaction = cookie('openid');
    setCookie('openid', null);
    try {
      setBrowserTokens(setCookie, await endOpenId(ctx, search, transaction, browser));
      const address = Buffer.from(transaction?.split('.').at(-1) ?? '', 'base64url').toString();
      return new Redirect(DASHBOARD_ADDRESS.test(address) ? address : '/dashboard');
    } catch (error) {
      if (!(error instanceof ServiceError && ['sign_in_failed', 'disposable_address'].includes(error.code))) throw error;
      return new Redirect(`/dashboard/sign-in#error=${error.code}`, error);
    }
  },
});
