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
      .describe('The identity that the result is about, as the lookup shows it. Needed if the platform has results about several.'),
    note: freeText(MAX_NOTE)
      .trim()
      .min(1)
      .optional()
      .describe('How you know. Shown in your account only, and deleted with the lookup. Do not name people.'),
  })
  .meta({ id: 'DisputeRequest' });

/** `POST /v2/lookup/{id}/disputes`. */
export const disputeResultRoute = route({
  operationId: 'disputeResult',
  scopes: ['lookups:create', 'lookups:read'],
  recent: false,
  method: 'post',
  path,
  summary: 'Say that a result of a lookup is wrong',
  description:
    'Keeps that a result, registered or not registered, is wrong, with the evidence that it rests on. The operators of the service ' +
    'see the platform and the evidence in short, never the identity or the note, and the platform is checked with its control ' +
    'accounts within minutes, at most once an hour. The lookup and its score do not change, and nothing is billed. A result is disputed ' +
    'once: a repetition returns the dispute that there is.',
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
