/** `/dashboard/api` outside of any account: signing in and out, sessions, invitations. */
import { z } from 'zod';
import { ServiceError } from '../../../kernel/values/errors.js';
import { ROLES } from '../../accounts/roles.js';
import { type EgressPool, SIMULATOR_EGRESS } from '../../../engine/flow/egress-pool.js';
import { inJson } from '../../../kernel/values/json.js';
import { acceptInvitation, type MembersContext } from '../use-cases/members.js';
import { requestCode, signInWithCode, signInWithLink } from '../use-cases/sign-in.js';
import { beginOpenId, endOpenId, type OpenIdContext } from '../use-cases/openid-sign-in.js';
import { isStrong } from '../people.js';
import { setBrowserTokens } from '../../../kernel/http/cookies.js';
import { idOf, idText, text } from '../../../kernel/http/request-fields.js';
import { Redirect, type Route, signInRoute, userRoute } from '../../../kernel/http/route.js';

export type UserContext = OpenIdContext &
  MembersContext & {
    /** Addresses of operators, in lower case. */
    readonly operators: ReadonlySet<string>;
    /** Whether a mail server is set: without one only the command line prints codes and links. */
    readonly sendsEmail: boolean;
    readonly egress: EgressPool;
  };

export const OPENID_CALLBACK = '/dashboard/api/sign-in/openid/callback';

const email = text(320);
const token = text(100);
const timestamp = z.iso.datetime();
const signedIn = z.strictObject({ signedIn: z.literal(true) });
const membership = z.strictObject({
  accountId: z.string(),
  email: z.string().describe('Address of the account.'),
  name: z.string().nullable().describe('Its name; null: it has none.'),
  memberId: z.string(),
  role: z.enum(ROLES),
});
const me = z.strictObject({
  id: z.string(),
  email: z.string(),
  authenticatedAt: timestamp.nullable(),
  isRecent: z.boolean(),
  isOperator: z.boolean(),
  needsPasskey: z.boolean().describe('An operator who did not sign in with a passkey or a link of the command line.'),
  accounts: z.array(membership),
  invitations: z
    .array(
      z.strictObject({
        invitationId: z.string(),
        role: z.enum(ROLES),
        expiresAt: timestamp,
        accountEmail: z.string(),
        accountName: z.string().nullable(),
      }),
    )
    .describe('Open invitations to the address, the newest first.'),
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

export function userRoutes(ctx: UserContext): Route[] {
  return [
    signInRoute({
      operationId: 'listWaysToSignIn',
      method: 'get',
      path: '/dashboard/api/sign-in',
      response: z.strictObject({
        openId: z.boolean(),
        signIn: z.enum(['any', 'openid']),
        signUp: z.enum(['closed', 'open']),
        sendsEmail: z.boolean(),
        simulated: z.boolean().describe('Lookups go through the simulator: every page says so.'),
      }),
      handle: async () => ({
        openId: ctx.openId !== null,
        signIn: ctx.signIn,
        signUp: ctx.signUp,
        sendsEmail: ctx.sendsEmail,
        simulated: ctx.egress === SIMULATOR_EGRESS,
      }),
    }),
    signInRoute({
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
    }),
    signInRoute({
      operationId: 'signInWithCode',
      method: 'post',
      path: '/dashboard/api/sign-in',
      response: signedIn,
      body: z.strictObject({ code: text(20) }),
      async handle({ body, browser, cookie, setCookie }) {
        setBrowserTokens(setCookie, await signInWithCode(ctx, { code: body.code, browserToken: cookie('sign-in') }, browser));
        setCookie('sign-in', null);
        return { signedIn: true } as const;
      },
    }),
    signInRoute({
      operationId: 'signInWithLink',
      method: 'post',
      path: '/dashboard/api/sign-in/link',
      response: signedIn,
      body: z.strictObject({ token }),
      async handle({ body, browser, setCookie }) {
        setBrowserTokens(setCookie, await signInWithLink(ctx, body.token, browser));
        return { signedIn: true } as const;
      },
    }),
    signInRoute({
      operationId: 'beginOpenIdSignIn',
      method: 'post',
      path: '/dashboard/api/sign-in/openid',
      response: z.strictObject({ url: z.string() }),
      body: z.strictObject({ recent: z.boolean().describe('The provider has to check again who it is.') }),
      async handle({ body, setCookie }) {
        const { url, transaction } = await beginOpenId(ctx, body);
        setCookie('openid', transaction);
        return { url };
      },
    }),
    signInRoute({
      operationId: 'endOpenIdSignIn',
      method: 'get',
      path: OPENID_CALLBACK,
      redirects: true,
      response: z.never(),
      // The provider sends the browser here, so what goes wrong is told by the page.
      async handle({ search, browser, cookie, setCookie }) {
        const transaction = cookie('openid');
        setCookie('openid', null);
        try {
          setBrowserTokens(setCookie, await endOpenId(ctx, search, transaction, browser));
          return new Redirect('/dashboard');
        } catch (error) {
          if (!(error instanceof ServiceError && ['sign_in_failed', 'disposable_address'].includes(error.code))) throw error;
          return new Redirect(`/dashboard/sign-in#error=${error.code}`, error);
        }
      },
    }),
    userRoute({
      operationId: 'getPerson',
      isUnaudited: true,
      method: 'get',
      path: '/dashboard/api/me',
      response: me,
      async handle({ person }) {
        const { userId: id, email: address, authenticatedAt, isRecent } = person;
        const [accounts, invitations] = await Promise.all([ctx.sessions.memberships(id), ctx.members.invitationsTo(address)]);
        const isOperator = ctx.operators.has(address);
        return inJson({
          id,
          email: address,
          authenticatedAt,
          isRecent,
          isOperator,
          needsPasskey: isOperator && !isStrong(person),
          accounts,
          invitations,
        });
      },
    }),
    userRoute({
      operationId: 'listSessions',
      isUnaudited: true,
      method: 'get',
      path: '/dashboard/api/sessions',
      response: sessionList,
      async handle({ person }) {
        const sessions = await ctx.sessions.list(person.userId);
        return inJson({ sessions: sessions.map((session) => ({ ...session, isThis: session.id === person.sessionId })) });
      },
    }),
    userRoute({
      operationId: 'revokeSession',
      recent: false,
      method: 'delete',
      path: '/dashboard/api/sessions/:id',
      params: z.object({ id: idText }),
      response: z.strictObject({ id: z.string(), revoked: z.literal(true) }),
      async handle({ person, params: { id }, setCookie }) {
        if (!(await ctx.sessions.revoke(person.userId, id))) throw new ServiceError('not_found');
        if (id === person.sessionId) setCookie('session', null);
        return { id, revoked: true } as const;
      },
    }),
    userRoute({
      operationId: 'revokeSessions',
      recent: false,
      method: 'delete',
      path: '/dashboard/api/sessions',
      response: z.strictObject({ revoked: z.literal(true) }),
      async handle({ person, setCookie }) {
        await ctx.sessions.revokeAll(person.userId);
        for (const kind of ['session', 'device'] as const) setCookie(kind, null);
        return { revoked: true } as const;
      },
    }),
    userRoute({
      operationId: 'signOut',
      recent: false,
      method: 'post',
      path: '/dashboard/api/sign-out',
      response: z.strictObject({ signedOut: z.literal(true) }),
      async handle({ person, setCookie }) {
        await ctx.sessions.revoke(person.userId, person.sessionId);
        setCookie('session', null);
        return { signedOut: true } as const;
      },
    }),
    userRoute({
      operationId: 'acceptInvitation',
      recent: false,
      isUnaudited: true,
      method: 'post',
      path: '/dashboard/api/invitations/accept',
      response: membership,
      body: z.union([z.strictObject({ token }), z.strictObject({ invitationId: idOf('an id of an invitation') })]),
      handle: ({ person, body, browser: { network } }) => acceptInvitation(ctx, { ...person, network }, body),
    }),
  ];
}
