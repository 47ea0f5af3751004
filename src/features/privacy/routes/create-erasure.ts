import { z } from 'zod';
import { identityText, usernameText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { type ErasuresContext, requestErasure } from '../use-cases/erasures.js';
import { common, erasure, present } from './shared/erasures.js';

const request = z
  .strictObject({
    identity: z
      .strictObject({
        email: identityText('invalid_email').optional(),
        phone: identityText('invalid_phone').optional().describe('In E.164 format.'),
        username: usernameText.optional(),
        ip: identityText('invalid_ip').optional(),
      })
      .describe(
        'Exactly one identity. Other spellings that certainly mean the same identity are erased too: in another case, or with dots, ' +
          'tags or domains that the mail provider documents as the same mailbox.',
      ),
    includePossible: z
      .array(z.enum(QUERY_TYPES))
      .max(QUERY_TYPES.length)
      .default([])
      .describe('Kinds that a dry run listed under `possible`, to be erased too.'),
    dryRun: z.boolean().default(true).describe('Count what would be deleted without deleting it; true by default.'),
  })
  .meta({ id: 'ErasureRequest' });

export const createErasureRoute = route({
  ...common,
  operationId: 'createErasure',
  role: 'admin',
  recent: true,
  method: 'post',
  path: '/v2/account/erasures',
  summary: 'Erase an identity',
  description:
    'Deletes every lookup of this account that contains the identity, finished or not, together with its results, webhook events and ' +
    'deliveries. A lookup of several identities is deleted completely. The response is sent immediately; `GET /v2/account/erasures/{id}` ' +
    'shows the progress and finally the receipt. By default, data is only counted: send `"dryRun": false` to delete it. Billing records ' +
    'are kept. A request that reuses the Idempotency-Key of an erased lookup is refused with `idempotency_conflict`.',
  body: request,
  response: erasure,
  errors: ['missing_subject', 'invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
  async handle(ctx: ErasuresContext, { caller: { accountId, apiKeyId }, body }) {
    const { identity, includePossible, dryRun: isDryRun } = body;
    return present(await requestErasure(ctx, { identity, includePossible, isDryRun, accountId, apiKeyId }));
  },
});
