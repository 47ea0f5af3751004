import { z } from 'zod';
import { userRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { timestamp, type UserContext } from './shared/user-routes.js';

const session = z.strictObject({
  id: z.string(),
  userAgent: z.string(),
  network: z.string(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  isThis: z.boolean(),
});

const sessionList = z.strictObject({ sessions: z.array(session) });

export const listSessionsRoute = userRoute({
  operationId: 'listSessions',
  isUnaudited: true,
  method: 'get',
  path: '/dashboard/api/sessions',
  response: sessionList,
  async handle(ctx: UserContext, { person }) {
    const sessions = await ctx.sessions.list(person.userId);
    return inJson({ sessions: sessions.map((session) => ({ ...session, isThis: session.id === person.sessionId })) });
  },
});
