import { z } from 'zod';
import { userRoute } from '../../route.js';
import type { UserContext } from './shared/user-routes.js';

export const revokeSessionsRoute = userRoute({
  operationId: 'revokeSessions',
  recent: false,
  method: 'delete',
  path: '/dashboard/api/sessions',
  response: z.strictObject({ revoked: z.literal(true) }),
  async handle(ctx: UserContext, { person, setCookie }) {
    await ctx.sessions.revokeAll(person.userId);
    for (const kind of ['session', 'device'] as const) setCookie(kind, null);
    return { revoked: true } as const;
  },
});
