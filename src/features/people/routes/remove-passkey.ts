import { z } from 'zod';
import { idText } from '../../../kernel/http/request-fields.js';
import { userRoute } from '../../route.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { type PasskeysContext, requireStrong } from '../use-cases/passkeys.js';

export const removePasskeyRoute = userRoute({
  operationId: 'removePasskey',
  method: 'delete',
  path: '/dashboard/api/passkeys/:id',
  params: z.object({ id: idText }),
  response: z.strictObject({ id: z.string(), removed: z.literal(true) }),
  recent: true,
  async handle(ctx: PasskeysContext, { person, params: { id } }) {
    requireStrong(ctx, person);
    if (!(await ctx.passkeys.remove(person.userId, id))) throw new ServiceError('not_found');
    return { id, removed: true } as const;
  },
});
