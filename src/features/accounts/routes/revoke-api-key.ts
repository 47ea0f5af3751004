import { z } from 'zod';
import { route } from '../../route.js';
import { revokeApiKey } from '../use-cases/api-keys.js';
import { type AccountContext, change, keyId } from './shared/account.js';

export const revokeApiKeyRoute = route({
  ...change,
  operationId: 'revokeApiKey',
  method: 'delete',
  path: '/v2/account/keys/:id',
  summary: 'Revoke an API key',
  description: 'The key stops working immediately, in every process of the service. A key can revoke itself.',
  params: keyId,
  response: z.strictObject({ id: z.string(), revoked: z.literal(true) }).meta({ id: 'RevokedApiKey' }),
  errors: ['not_found'],
  async handle(ctx: AccountContext, { caller: { accountId }, params }) {
    await revokeApiKey(ctx, { accountId, apiKeyId: params.id });
    return { id: params.id, revoked: true as const };
  },
});
