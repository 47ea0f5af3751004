import { z } from 'zod';
import { freeText, text } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { MAX_PROOF } from '../suppressions.js';
import { addSuppression, type SuppressionsContext } from '../use-cases/suppressions.js';
import { common, present, suppression, type } from './shared/suppressions.js';

const newSuppression = z
  .strictObject({
    type,
    value: text(1_000).describe('The identity: an e-mail address, a phone number, a username or an IP address.'),
    proof: freeText(MAX_PROOF).describe('How the request reached you, for example a ticket, a letter or a form.'),
  })
  .meta({ id: 'NewSuppression' });

/** `POST /v2/account/suppressions`. */
export const createSuppressionRoute = route({
  ...common,
  operationId: 'createSuppression',
  scopes: ['account:write'],
  recent: false,
  method: 'post',
  summary: 'Add an identity to the suppression list',
  description:
    'Lookups of this account no longer query anything about the identity: platforms are omitted as `suppressed`, modules do not ' +
    'run for it, and stored facts are not used. Such a lookup is billed like any other. The identity is suppressed in every form: ' +
    'in upper or lower case, with a tag in an e-mail address (`ada+news@…`), in other spellings of the same mailbox, and as a ' +
    'username. If it is already on the list, its entry does not change; the response repeats `proof` only if it equals the one that ' +
    'you sent. A running lookup stops querying at its next step.',
  body: newSuppression,
  response: suppression,
  errors: ['invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
  async handle(ctx: SuppressionsContext, { caller: { accountId, apiKeyId }, body }) {
    const entry = await addSuppression(ctx, { ...body, accountId, addedBy: apiKeyId });
    // The words of whoever added it before are for those who may list it.
    return present(entry.proof === body.proof ? entry : { ...entry, proof: '' });
  },
});
