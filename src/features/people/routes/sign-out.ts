import { z } from 'zod';
import { userRoute } from '../../route.js';
import type { UserContext } from './shared/user-routes.js';

export const signOutRoute = userRoute({
  operationId: 'signOut',
  recent: false,
  method: 'post',
  path: '/dashboard/api/sign-out',
  response: z.strictObject({ signedOut: z.literal(true) }),
  async handle(ctx: UserContext, { person, setCookie }) {
    await ctx.sessions.revoke(person.userId, person.sessionId);
    setCookie('session', null);
    return { signedOut: true } as const;
  },
});
