import { z } from 'zod';
import { freeText } from '../../../kernel/http/request-fields.js';
import { userRoute } from '../../route.js';
import { shown } from '../../../kernel/http/shown.js';
import { addPasskey, type PasskeysContext } from '../use-cases/passkeys.js';
import { passkey, response } from './shared/passkey-routes.js';

/** Longest name of a passkey, in characters. */
const MAX_NAME = 100;

export const addPasskeyRoute = userRoute({
  operationId: 'addPasskey',
  method: 'post',
  path: '/dashboard/api/passkeys',
  response: passkey,
  recent: true,
  body: z.strictObject({ name: freeText(MAX_NAME).trim().min(1), response }),
  handle: async (ctx: PasskeysContext, { person, body }) => shown(passkey, await addPasskey(ctx, person, body.name, body.response)),
});
