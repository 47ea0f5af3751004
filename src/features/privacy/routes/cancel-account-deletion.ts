import { z } from 'zod';
import { route } from '../../route.js';
import { cancelDeletion, type DeletionContext, type ExportContext } from '../use-cases/export-account.js';
import { people } from './shared/account-data.js';

/** `DELETE /v2/account/deletion`. */
export const cancelAccountDeletionRoute = route({
  ...people,
  operationId: 'cancelAccountDeletion',
  role: 'owner',
  recent: true,
  whileClosed: true,
  method: 'delete',
  summary: 'Cancel the deletion of the account',
  description: 'Reopens the account. Once the deletion has begun, the response is 404.',
  response: z.strictObject({ id: z.string(), cancelled: z.literal(true) }).meta({ id: 'CancelledAccountDeletion' }),
  errors: ['not_found'],
  async handle(ctx: ExportContext & DeletionContext, { caller }) {
    return { id: await cancelDeletion(ctx, caller.accountId), cancelled: true as const };
  },
});
