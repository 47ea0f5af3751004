import { z } from 'zod';
import { MAX_IDENTITY_LENGTH, QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { route, type Route } from '../../../kernel/http/route.js';
import { freeText, idText, slugText, text } from '../../../kernel/http/request-fields.js';
import { identity } from '../../lookups/routes/v2/body-schemas.js';
import { identityName } from '../../lookups/routes/v2/platform-results.js';
import { lookupId } from '../../lookups/routes/lookup-routes.js';
import { type Dispute, MAX_NOTE } from '../dispute.js';
import { type DisputeContext, disputeResult, listDisputes } from '../use-cases/dispute-result.js';

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

const dispute = z
  .strictObject({
    lookupId,
    platform: z.string(),
    identity,
    registered: z.boolean().describe('What the disputed result says.'),
    checkedAt: z.iso.datetime().describe('When the disputed fact was established.'),
    note: z.string().nullable(),
    createdAt: z.iso.datetime(),
    controlledAt: z.iso.datetime().nullable().describe('When a control of the platform ran after the dispute; null: none so far.'),
  })
  .meta({ id: 'Dispute', description: 'A result that somebody of the account says is wrong. The result itself stays as it is.' });

const params = z.object({ id: idText.describe('Identifier of a lookup of this account.') });
const path = '/v2/lookup/:id/disputes';

/** `/v2/lookup/{id}/disputes`: results that somebody says are wrong. */
export function disputeRoutes(ctx: DisputeContext): Route[] {
  return [
    route({
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
      async handle({ caller, params: { id }, body: { platform, identity: named, note = null } }) {
        const { lookup, disputes } = await disputeResult(ctx, { caller, lookupId: id, platform, identity: named, note });
        return show(lookup, disputes);
      },
    }),
    route({
      operationId: 'listLookupDisputes',
      scopes: ['lookups:read'],
      method: 'get',
      path,
      summary: 'List the disputed results of a lookup',
      description: 'The results of a lookup that somebody of the account said are wrong, in the order in which they were disputed.',
      rateClass: 'readsV2',
      params,
      response: z.strictObject({ disputes: z.array(dispute) }).meta({ id: 'DisputeList' }),
      errors: ['not_found'],
      async handle({ caller, params: { id } }) {
        const { lookup, disputes } = await listDisputes(ctx, { caller, lookupId: id });
        return { disputes: disputes.map((each) => show(lookup, each)) };
      },
    }),
  ];
}

function show(
  lookup: Parameters<typeof identityName>[0],
  { lookupId: id, platform, subject, state, checkedAt, note, createdAt, controlledAt }: Dispute,
): z.input<typeof dispute> {
  return {
    lookupId: id,
    platform,
    identity: identityName(lookup, subject),
    registered: state === 'registered',
    checkedAt: checkedAt.toISOString(),
    note,
    createdAt: createdAt.toISOString(),
    controlledAt: controlledAt?.toISOString() ?? null,
  };
}
