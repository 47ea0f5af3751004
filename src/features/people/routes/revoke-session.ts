import { z } from 'zod';
import { idText } from '../../../kernel/http/request-fields.js';
import { userRoute } from '../../route.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { UserContext } from './shared/user-routes.js';

export const revokeSessionRoute = userRoute({
  operationId: 'revokeSession',
  recent: false,
  method: 'delete',
  path: '/dashboard/api/sessions/:id',
  params: z.object({ id: idText }),
  response: z.strictObject({ id: z.string(), revoked: z.literal(true) }),
  async handle(ctx: UserContext, { person, params: { id }, setCookie }) {
    if (!(await ctx.sessions.revoke(person.userId, id))) throw new ServiceError('not_found');
    if (id === person.sessionId) setCookie('session', null);
    return { id, revoked: true } as const;
  },
});
