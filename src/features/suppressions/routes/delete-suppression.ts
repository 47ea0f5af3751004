import { z } from 'zod';
import { idText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { removeSuppression, type SuppressionsContext } from '../use-cases/suppressions.js';
import { common } from './shared/suppressions.js';

export const deleteSuppressionRoute = route({
  ...common,
  operationId: 'deleteSuppression',
  scopes: ['account:write'],
  recent: true,
  method: 'delete',
  path: '/v2/account/suppressions/:id',
  summary: 'Remove an identity from the suppression list',
  description: "New lookups query the identity again, unless it is also on the operator's list.",
  params: z.object({ id: idText }),
  response: z.strictObject({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'DeletedSuppression' }),
  errors: ['not_found'],
  async handle(ctx: SuppressionsContext, { caller, params: { id } }) {
    await removeSuppression(ctx, caller.accountId, id);
    return { id, deleted: true as const };
  },
});
