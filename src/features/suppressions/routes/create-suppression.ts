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
    proof: freeText(MAX_PROOF).describe("How the person's request reached you, such as a ticket, a letter or a form."),
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
    'Lookups of this account no longer ask anybody about the identity, and no longer use stored results about it. Platforms are ' +
    'omitted as `suppressed`, and no module runs for the identity. Such lookups are billed like any other. The identity is suppressed ' +
    'in every form: in upper or lower case, with a tag in an e-mail address (`ada+news@…`), in other spellings of the same mailbox, ' +
    'and as a username. If the identity is already on the list, its entry does not change; the response then contains `proof` only if ' +
    'you sent the same text. A running lookup stops asking at its next step.',
  body: newSuppression,
  response: suppression,
  errors: ['invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
  async handle(ctx: SuppressionsContext, { caller: { accountId, apiKeyId }, body }) {
    const entry = await addSuppression(ctx, { ...body, accountId, addedBy: apiKeyId });
    // The words of whoever added it before are for those who may list it.
    return present(entry.proof === body.proof ? entry : { ...entry, proof: '' });
  },
});
