/** `/dashboard/api` outside of any account: signing in and out, sessions, invitations. */
import { z } from 'zod';
import { ServiceError } from '../../domain/errors.js';
import { acceptInvitation, type MembersContext } from '../../services/people/members.js';
import { requestCode, signInWithCode, signInWithLink } from '../../services/people/sign-in.js';
import { beginOpenId, endOpenId, type OpenIdContext } from '../../services/people/openid-sign-in.js';
import type { PasskeysContext } from '../../services/people/passkeys.js';
import { type OperatorContext, operatorRoutes } from './operator-routes.js';
import { passkeyRoutes } from './passkey-routes.js';
import { type PersonRoute, personRoute, Redirect } from './person-route.js';

export type PersonContext = OpenIdContext &
  PasskeysContext &
  MembersContext &
  OperatorContext & {
    /** Addresses of operators, in lower case. */
    readonly operators: ReadonlySet<string>;
  };

export const OPENID_CALLBACK = '/dashboard/api/sign-in/openid/callback';

const email = z.string().max(320);
const token = z.string().max(100);

export function personRoutes(ctx: PersonContext): PersonRoute[] {
  return [
    personRoute({
      method: 'post',
      path: '/dashboard/api/sign-in/code',
      access: 'anyone',
      body: z.strictObject({ email }),
      async handle({ body, setCookie }) {
        const { browserToken } = await requestCode(ctx, body.email);
        setCookie('sign-in', browserToken);
        return { sent: true };
      },
    }),
    personRoute({
      method: 'post',
      path: '/dashboard/api/sign-in',
      access: 'anyone',
      body: z.strictObject({ code: z.string().max(20) }),
      async handle({ body, browser, cookie, setCookie }) {
        setCookie('session', await signInWithCode(ctx, { code: body.code, browserToken: cookie('sign-in') }, browser));
        setCookie('sign-in', null);
        return { signedIn: true };
      },
    }),
    personRoute({
      method: 'post',
      path: '/dashboard/api/sign-in/link',
      access: 'anyone',
      body: z.strictObject({ token }),
      async handle({ body, browser, setCookie }) {
        setCookie('session', await signInWithLink(ctx, body.token, browser));
        return { signedIn: true };
      },
    }),
    personRoute({
      method: 'post',
      path: '/dashboard/api/sign-in/openid',
      access: 'anyone',
      async handle({ setCookie }) {
        const { url, transaction } = await beginOpenId(ctx);
        setCookie('openid', transaction);
        return { url };
      },
    }),
    personRoute({
      method: 'get',
      path: OPENID_CALLBACK,
      access: 'anyone',
      // The provider sends the browser here, so what goes wrong is told by the page.
      async handle({ search, browser, cookie, setCookie }) {
        const transaction = cookie('openid');
        setCookie('openid', null);
        try {
          setCookie('session', await endOpenId(ctx, search, transaction, browser));
          return new Redirect('/dashboard');
        } catch (error) {
          if (error instanceof ServiceError && error.code === 'sign_in_failed')
            return new Redirect('/dashboard/sign-in#error=sign_in_failed');
          throw error;
        }
      },
    }),
    ...passkeyRoutes(ctx),
    ...operatorRoutes(ctx),
    personRoute({
      method: 'get',
      path: '/dashboard/api/me',
      access: 'person',
      async handle({ person: { userId, email: address, authenticatedAt, isRecent } }) {
        const accounts = await ctx.sessions.memberships(userId);
        const isOperator = ctx.operators.has(address);
        return { id: userId, email: address, authenticatedAt: authenticatedAt.toISOString(), isRecent, isOperator, accounts };
      },
    }),
    personRoute({
      method: 'get',
      path: '/dashboard/api/sessions',
      access: 'person',
      async handle({ person }) {
        const sessions = await ctx.sessions.list(person.userId);
        return {
          sessions: sessions.map(({ sessionId, createdAt, lastSeenAt, ...session }) => ({
            id: sessionId,
            ...session,
            createdAt: createdAt.toISOString(),
            lastSeenAt: lastSeenAt.toISOString(),
            isThis: sessionId === person.sessionId,
          })),
        };
      },
    }),
    personRoute({
      method: 'delete',
      path: '/dashboard/api/sessions/:id',
      action: 'revokeSession',
      access: 'person',
      async handle({ person, params: { id = '' }, setCookie }) {
        if (!(await ctx.sessions.revoke(person.userId, id))) throw new ServiceError('not_found');
        if (id === person.sessionId) setCookie('session', null);
        return { id, revoked: true };
      },
    }),
    personRoute({
      method: 'post',
      path: '/dashboard/api/sign-out',
      action: 'signOut',
      access: 'person',
      async handle({ person, setCookie }) {
        await ctx.sessions.revoke(person.userId, person.sessionId);
        setCookie('session', null);
        return { signedOut: true };
      },
    }),
    personRoute({
      method: 'post',
      path: '/dashboard/api/invitations/accept',
      access: 'person',
      body: z.strictObject({ token }),
      handle: ({ person, body, browser: { network } }) => acceptInvitation(ctx, { ...person, network }, body.token),
    }),
  ];
}
