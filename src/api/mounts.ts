/** Where operations are served, and to whom: under `/v1` and `/v2` to keys, under `/dashboard/api` to members who are signed in. */
import type { Context } from 'koa';
import type { Caller } from '../domain/billing/account-ports.js';
import { ServiceError } from '../domain/errors.js';
import { RECENT_MINUTES } from '../domain/people/people.js';
import { isAtLeast } from '../domain/billing/roles.js';
import type { SessionStore, SignInTokens } from '../domain/people/ports.js';
import { authenticateKey } from '../services/accounts/api-keys.js';
import { type DashboardCookies, requireSameOrigin } from './dashboard/cookies.js';
import type { RequestState } from './middleware/request-context.js';
import type { Route } from './route.js';

export type Http = Context & { state: RequestState };

export const recentSignInRequired = (): ServiceError =>
  new ServiceError('recent_sign_in_required', undefined, { details: { withinMinutes: RECENT_MINUTES } });

export interface Mount {
  /** Where it serves an operation; null: it does not. */
  pathOf(route: Route): string | null;
  /** @throws ServiceError when nobody can be identified */
  authenticate(http: Http): Promise<Authenticated>;
}

export interface Authenticated {
  readonly caller: Caller;
  /** @throws ServiceError when the caller may not do that */
  authorize(route: Route): void;
}

/** Serves bearer keys. Cookies have no effect here. */
export function keyMount(ctx: Parameters<typeof authenticateKey>[0]): Mount {
  return {
    pathOf: ({ keys, path }) => (keys === false ? null : path),
    async authenticate(http) {
      const caller = await authenticateKey(ctx, http.get('authorization'));
      return {
        caller,
        authorize(route) {
          if (!caller.scopes.includes(route.scope ?? 'lookups')) throw new ServiceError('insufficient_scope');
        },
      };
    },
  };
}

const VERSION = '/v2/';
/** The account is in the address, so that two pages of one browser can be of two accounts. */
export const ACCOUNT_PREFIX = '/dashboard/api/accounts/:account/';

export interface MemberMountContext {
  readonly sessions: SessionStore;
  readonly signInTokens: SignInTokens;
  readonly cookies: DashboardCookies;
  readonly publicUrl: string;
}

/**
 * Serves members the operations of v2, but none that starts work on a GET: a page of another site can make a browser send those. A key
 * has no effect here.
 */
export function memberMount(ctx: MemberMountContext): Mount {
  return {
    pathOf: ({ path, method, startsWork }) =>
      path.startsWith(VERSION) && !(method === 'get' && startsWork) ? `${ACCOUNT_PREFIX}${path.slice(VERSION.length)}` : null,
    async authenticate(http) {
      http.set('Cache-Control', 'no-store');
      const token = ctx.cookies.get(http, 'session');
      const digest = token === null ? null : ctx.signInTokens.digestOf(token);
      const accountId = String(http['params'].account);
      const member = digest && (await ctx.sessions.findMember(digest, accountId));
      if (!member) throw new ServiceError(digest && (await ctx.sessions.findPerson(digest)) ? 'not_found' : 'not_signed_in');
      requireSameOrigin(http, ctx.publicUrl);
      const { caller, person } = member;
      return {
        caller,
        authorize(route) {
          if (!caller.member || !isAtLeast(caller.member.role, route.role ?? 'member')) throw new ServiceError('insufficient_role');
          if (route.recent && !person.isRecent) throw recentSignInRequired();
        },
      };
    },
  };
}
