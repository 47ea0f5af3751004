import { z } from 'zod';
import { type Route, userRoute } from '../../route.js';
import type { UserContext } from './shared/user-routes.js';

/** `DELETE /dashboard/api/sessions`. */
export function revokeSessionsRoute(ctx: UserContext): Route {
  return userRoute({
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
  });
}
