import { z } from 'zod';
import { userRoute } from '../../route.js';
import { shown } from '../../../kernel/http/shown.js';
import type { PasskeysContext } from '../use-cases/passkeys.js';
import { passkey } from './shared/passkey-routes.js';

export const listPasskeysRoute = userRoute({
  operationId: 'listPasskeys',
  isUnaudited: true,
  method: 'get',
  path: '/dashboard/api/passkeys',
  response: z.strictObject({ passkeys: z.array(passkey) }),
  handle: async (ctx: PasskeysContext, { person }) => ({
    passkeys: (await ctx.passkeys.list(person.userId)).map((each) => shown(passkey, each)),
  }),
});
