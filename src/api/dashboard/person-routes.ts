/** `/dashboard/api` outside of any account: signing in and out, sessions, invitations. */
import { z } from 'zod';
import { ServiceError } from '../../domain/errors.js';
import { ROLES } from '../../domain/billing/roles.js';
import { acceptInvitation, type MembersContext } from '../../services/people/members.js';
import { requestCode, signInWithCode, signInWithLink } from '../../services/people/sign-in.js';
import { beginOpenId, endOpenId, type OpenIdContext } from '../../services/people/openid-sign-in.js';
import type { PasskeysContext } from '../../services/people/passkeys.js';
import { type OperatorContext, operatorRoutes } from './operator-routes.js';
import { passkeyRoutes } from './passkey-routes.js';
import { type PersonRoute, personRoute, Redirect } from './person-route.js';
import { text } from '../request-fields.js';

export type PersonContext = OpenIdContext &
  PasskeysContext &
  MembersContext &
  OperatorContext & {
    /** Addresses of operators, in lower case. */
    readonly operators: ReadonlySet<string>;
    /** Whether a mail server is set: without one only the command line prints codes and links. */
    readonly sendsMail: boolean;
  };

export const OPENID_CALLBACK = '/dashboard/api/sign-in/openid/callback';

const email = text(320);
const token = text(100);
const timestamp = z.iso.datetime();
const signedIn = z.strictObject({ signedIn: z.literal(true) });
const membership = z.strictObject({
  accountId: z.string(),
  email: z.string().describe('Address of the account.'),
  memberId: z.string(),
  role: z.enum(ROLES),
});
const me = z.strictObject({
  id: z.string(),
  email: z.string(),
  authenticatedAt: timestamp,
  isRecent: z.boolean(),
  isOperator: z.boolean(),
  accounts: z.array(membership),
});
const session = z.strictObject({
  id: z.string(),
  userAgent: z.string(),
  network: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  isThis: z.boolean(),
});
const sessionList = z.strictObject({ sessions: z.array(session) });

export function personRoutes(ctx: PersonContext): PersonRoute[] {
  return [
    personRoute({
      operationId: 'listWaysToSignIn',
      method: 'get',
      path: '/dashboard/api/sign-in',
      response: z.strictObject({ openId: z.boolean(), signUp: z.enum(['closed', 'open']), sendsMail: z.boolean() }),
      access: 'anyone',
      handle: async () => ({ openId: ctx.openId !== null, signUp: ctx.signUp, sendsMail: ctx.sendsMail }),
    }),
    personRoute({
      operationId: 'requestSignInCode',
      method: 'post',
      path: '/dashboard/api/sign-in/code',
      response: z.strictObject({ sent: z.literal(true) }),
      access: 'anyone',
      body: z.strictObject({ email }),
      async handle({ body, setCookie }) {
        const { browserToken } = await requestCode(ctx, body.email);
        setCookie('sign-in', browserToken);
        return { sent: true } as const;
      },
    }),
    personRoute({
      operationId: 'signInWithCode',
      method: 'post',
      path: '/dashboard/api/sign-in',
      response: signedIn,
      access: 'anyone',
      body: z.strictObject({ code: text(20) }),
      async handle({ body, browser, cookie, setCookie }) {
        setCookie('session', await signInWithCode(ctx, { code: body.code, browserToken: cookie('sign-in') }, browser));
        setCookie('sign-in', null);
        return { signedIn: true } as const;
      },
    }),
    personRoute({
      operationId: 'signInWithLink',
      method: 'post',
      path: '/dashboard/api/sign-in/link',
      response: signedIn,
      access: 'anyone',
      body: z.strictObject({ token }),
      async handle({ body, browser, setCookie }) {
        setCookie('session', await signInWithLink(ctx, body.token, browser));
        return { signedIn: true } as const;
      },
    }),
    personRoute({
      operationId: 'beginOpenIdSignIn',
      method: 'post',
      path: '/dashboard/api/sign-in/openid',
      response: z.strictObject({ url: z.string() }),
      access: 'anyone',
      async handle({ setCookie }) {
        const { url, transaction } = await beginOpenId(ctx);
        setCookie('openid', transaction);
        return { url };
      },
    }),
    personRoute({
      operationId: 'endOpenIdSignIn',
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
      operationId: 'getPerson',
      method: 'get',
      path: '/dashboard/api/me',
      response: me,
      access: 'person',
      async handle({ person: { userId, email: address, authenticatedAt, isRecent } }) {
        const accounts = await ctx.sessions.memberships(userId);
        const isOperator = ctx.operators.has(address);
        return {
          id: userId,
          email: address,
          authenticatedAt: authenticatedAt.toISOString(),
          isRecent,
          isOperator,
          accounts: [...accounts],
        };
      },
    }),
    personRoute({
      operationId: 'listSessions',
      method: 'get',
      path: '/dashboard/api/sessions',
      response: sessionList,
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
      operationId: 'revokeSession',
      method: 'delete',
      path: '/dashboard/api/sessions/:id',
      response: z.strictObject({ id: z.string(), revoked: z.literal(true) }),
      action: 'revokeSession',
      access: 'person',
      async handle({ person, params: { id = '' }, setCookie }) {
        if (!(await ctx.sessions.revoke(person.userId, id))) throw new ServiceError('not_found');
        if (id === person.sessionId) setCookie('session', null);
        return { id, revoked: true } as const;
      },
    }),
    personRoute({
      operationId: 'signOut',
      method: 'post',
      path: '/dashboard/api/sign-out',
      response: z.strictObject({ signedOut: z.literal(true) }),
      action: 'signOut',
      access: 'person',
      async handle({ person, setCookie }) {
        await ctx.sessions.revoke(person.userId, person.sessionId);
        setCookie('session', null);
        return { signedOut: true } as const;
      },
    }),
    personRoute({
      operationId: 'acceptInvitation',
      method: 'post',
      path: '/dashboard/api/invitations/accept',
      response: membership,
      access: 'person',
      body: z.strictObject({ token }),
      handle: ({ person, body, browser: { network } }) => acceptInvitation(ctx, { ...person, network }, body.token),
    }),
  ];
}
