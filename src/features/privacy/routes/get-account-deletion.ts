import { z } from 'zod';
import { route } from '../../route.js';
import type { DeletionContext, ExportContext } from '../use-cases/export-account.js';
import { deletion, people, present } from './shared/account-data.js';

/** `GET /v2/account/deletion`. */
export const getAccountDeletionRoute = route({
  ...people,
  operationId: 'getAccountDeletion',
  whileClosed: true,
  method: 'get',
  summary: 'Read the planned deletion of the account',
  description: 'The deletion of the account and when it begins; null if none is planned.',
  response: z.strictObject({ deletion: deletion.nullable() }).meta({ id: 'AccountDeletionState' }),
  async handle(ctx: ExportContext & DeletionContext, { caller }) {
    const found = await ctx.accountDeletions.find(caller.accountId);
    return { deletion: found && present(found) };
  },
});
