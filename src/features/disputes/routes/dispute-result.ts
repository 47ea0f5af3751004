import { z } from 'zod';
import { freeText, slugText, text } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { MAX_IDENTITY_LENGTH, QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { MAX_NOTE } from '../dispute.js';
import { type DisputeContext, disputeResult } from '../use-cases/dispute-result.js';
import { dispute, params, path, show } from './shared/disputes.js';

const disputeRequest = z
  .strictObject({
    platform: slugText.describe('Slug of the platform whose result is wrong.'),
    identity: z
      .strictObject({ type: z.enum(QUERY_TYPES), value: text(MAX_IDENTITY_LENGTH) })
      .optional()
      .describe(
        'The identity that the result is about, as the lookup shows it. Required if the platform has results about several identities.',
      ),
    note: freeText(MAX_NOTE)
      .trim()
      .min(1)
      .optional()
      .describe('How you know that it is wrong. It is shown only in your account, and deleted with the lookup. Do not name people.'),
  })
  .meta({ id: 'DisputeRequest' });

/** `POST /v2/lookup/{id}/disputes`. */
export const disputeResultRoute = route({
  operationId: 'disputeResult',
  scopes: ['lookups:create', 'lookups:read'],
  recent: false,
  method: 'post',
  path,
  summary: 'Dispute a result of a lookup',
  description:
    'Records that a result, registered or not registered, is wrong, and keeps its evidence. The operators of the service see the ' +
    'platform and a summary of the evidence, never the identity or your note. The platform is checked with its control accounts ' +
    '(known to exist) within minutes, but at most once an hour. The lookup and its score do not change, and nothing is billed. ' +
    'Disputing the same result again returns the existing dispute.',
  requestExamples: { wrong: { value: { platform: 'github', note: 'The account was deleted in March.' } } },
  params,
  body: disputeRequest,
  response: dispute,
  errors: ['not_found', 'unknown_platform', 'invalid_parameter'],
  async handle(ctx: DisputeContext, { caller, params: { id }, body: { platform, identity: named, note = null } }) {
    const { lookup, disputes } = await disputeResult(ctx, { caller, lookupId: id, platform, identity: named, note });
    return show(lookup, disputes);
  },
});
