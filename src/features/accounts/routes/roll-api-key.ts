import { z } from 'zod';
import { route } from '../../route.js';
import { MAX_KEY_OVERLAP_SECONDS, ROLL_REPEAT_MINUTES } from '../api-keys.js';
import { rollApiKey } from '../use-cases/api-keys.js';
import { type AccountContext, change, createdKey, keyId, presentCreated } from './shared/account.js';

const roll = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(MAX_KEY_OVERLAP_SECONDS)
      .default(86_400)
      .describe(
        'How long the old key keeps working alongside the new one, up to seven days. The default is one day. 0 ends it immediately: ' +
          'if a key replaces itself so and the response is lost, nobody has a key any more. Choose at least 60.',
      ),
  })
  .meta({ id: 'ApiKeyRoll' });

export const rollApiKeyRoute = route({
  ...change,
  operationId: 'rollApiKey',
  method: 'post',
  path: '/v2/account/keys/:id/roll',
  summary: 'Replace an API key',
  description:
    'Creates a new key with the same name, scopes, limits and expiry, and shows it only in this response. A test key is replaced by a ' +
    'test key. The old key keeps working for `overlapSeconds`, so that clients can switch without a refused request. The two keys ' +
    'share one monthly limit, and the new key can read the lookups of the old one. If the response is lost, repeat the request with the ' +
    `old key within ${ROLL_REPEAT_MINUTES} minutes: as long as the new key is unused, it only gets another secret. To end the old key sooner, ` +
    'revoke it with the new one.',
  params: keyId,
  body: roll,
  response: createdKey,
  errors: ['not_found', 'insufficient_scope', 'invalid_parameter'],
  async handle(ctx: AccountContext, { caller, params, body }) {
    const old = { accountId: caller.accountId, apiKeyId: params.id, overlapSeconds: body.overlapSeconds };
    return presentCreated(await rollApiKey(ctx, old, caller));
  },
});
