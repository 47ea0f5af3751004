import { z } from 'zod';
import { type Route, userRoute } from '../../route.js';
import type { UserContext } from './shared/user-routes.js';

/** `POST /dashboard/api/sign-out`. */
export function signOutRoute(ctx: UserContext): Route {
  return userRoute({
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
  });
}
