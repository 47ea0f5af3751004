import { z } from 'zod';
import { freeText, idText, slugText, text } from '../../../../kernel/http/request-fields.js';
import { MAX_IDENTITY_LENGTH, QUERY_TYPES } from '../../../../kernel/identity/identity.js';
import { MAX_NOTE } from '../../../disputes/dispute.js';
import { lookupId } from '../../../lookups/routes/shared/lookup-routes.js';
import { type LookupOutcome, OUTCOMES } from '../../outcome.js';

export const params = z.object({ id: idText.describe('Identifier of a lookup of this account.') });
export const path = '/v2/lookup/:id/outcome';

export const outcome = z
  .enum(OUTCOMES)
  .describe(
    '`legitimate`: a good customer. `fraud`, `chargeback`, `account_takeover`: a bad one. `wrong_result`: a result of the lookup is ' +
      'wrong, and is disputed; this says nothing about the person.',
  );

export const wrongResult = {
  platform: slugText
    .optional()
    .describe('Slug of the platform whose result is wrong. Required for `wrong_result`, and refused with other outcomes.'),
  identity: z
    .strictObject({ type: z.enum(QUERY_TYPES), value: text(MAX_IDENTITY_LENGTH) })
    .optional()
    .describe('The identity that the wrong result is about, if the platform has results about several.'),
  note: freeText(MAX_NOTE).trim().min(1).optional().describe('How you know that it is wrong, as in a dispute. Do not name people.'),
};

export const lookupOutcome = z
  .strictObject({
    lookupId,
    outcome: outcome.nullable().describe('Null if none was reported.'),
    recordedAt: z.iso.datetime().nullable().describe('When it was reported. Sending the same outcome again does not change it.'),
  })
  .meta({ id: 'LookupOutcome' });

export const show = (id: string, { outcome: known, recordedAt }: LookupOutcome): z.input<typeof lookupOutcome> => ({
  lookupId: id,
  outcome: known,
  recordedAt: recordedAt?.toISOString() ?? null,
});
