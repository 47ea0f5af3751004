import { z } from 'zod';
import { MAX_PROOF, type Suppression } from '../suppressions.js';
import { SUBJECT_KINDS } from '../../../kernel/identity/subjects.js';
import { addSuppression, pageSuppressions, removeSuppression, type SuppressionsContext } from '../use-cases/suppressions.js';
import { timeCursor } from '../../../kernel/http/cursor.js';
import { route, type Route } from '../../../kernel/http/route.js';
import { cursorText, freeText, idText, pageLimit, text } from '../../../kernel/http/request-fields.js';

const type = z.enum(SUBJECT_KINDS);
const suppression = z
  .strictObject({
    id: z.string(),
    type,
    proof: z.string(),
    addedBy: z.string().describe('Id of the key that added it, or `operator`.'),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'Suppression',
    description: 'An identity on the suppression list. The identity itself is stored as a digest and never shown.',
  });
const suppressionPage = z
  .strictObject({
    suppressions: z.array(suppression),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
  })
  .meta({ id: 'SuppressionPage' });
const newSuppression = z
  .strictObject({
    type,
    value: text(1_000).describe('The identity: an e-mail address, a phone number, a username or an IP address.'),
    proof: freeText(MAX_PROOF).describe('How the request reached you, for example a ticket, a letter or a form.'),
  })
  .meta({ id: 'NewSuppression' });

const common = { role: 'admin', path: '/v2/account/suppressions' } as const;

/** `/v2/account/suppressions`: identities about which this account asks nothing. Nothing here is billed. */
export function suppressionRoutes(ctx: SuppressionsContext): Route[] {
  return [
    route({
      ...common,
      operationId: 'listSuppressions',
      scopes: ['account:read'],
      method: 'get',
      summary: 'List suppressions',
      description:
        "Entries of the account's suppression list, newest first. The operator's entries, which apply to all accounts, are not " +
        'shown. To find the entry of an identity, add the identity again: the response is the existing entry.',
      query: z.object({
        limit: pageLimit.describe('How many entries, 1 to 100; 20 by default.'),
        cursor: cursorText,
      }),
      response: suppressionPage,
      errors: ['invalid_parameter'],
      async handle({ caller, query: { limit, cursor } }) {
        const position = timeCursor.decode(cursor);
        const after = position && { createdAt: position.at, id: position.id };
        const { items, next } = await pageSuppressions(ctx, caller.accountId, { limit, after });
        return { suppressions: items.map(present), nextCursor: next && timeCursor.encode({ at: next.createdAt, id: next.id }) };
      },
    }),
    route({
      ...common,
      operationId: 'createSuppression',
      scopes: ['account:write'],
      recent: false,
      method: 'post',
      summary: 'Add an identity to the suppression list',
      description:
        'Lookups of this account no longer query anything about the identity: platforms are omitted as `suppressed`, modules do not ' +
        'run for it, and stored facts are not used. Such a lookup is billed like any other. The identity is suppressed in every form: ' +
        'upper and lower case, a tag in an e-mail address (`ada+news@…`) and other spellings of the same mailbox make no difference, nor ' +
        'does whether it is sent as a username. If it is already on the list, its entry is kept, and `proof` is empty unless it says what you sent. A running lookup stops querying at its ' +
        'next step.',
      body: newSuppression,
      response: suppression,
      errors: ['invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
      async handle({ caller: { accountId, apiKeyId }, body }) {
        const entry = await addSuppression(ctx, { ...body, accountId, addedBy: apiKeyId });
        // The words of whoever added it before are for those who may list it.
        return present(entry.proof === body.proof ? entry : { ...entry, proof: '' });
      },
    }),
    route({
      ...common,
      operationId: 'deleteSuppression',
      scopes: ['account:write'],
      recent: true,
      method: 'delete',
      path: '/v2/account/suppressions/:id',
      summary: 'Remove an identity from the suppression list',
      description: "Lookups that are planned from now on include the identity again, unless it is on the operator's list.",
      params: z.object({ id: idText }),
      response: z.strictObject({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'DeletedSuppression' }),
      errors: ['not_found'],
      async handle({ caller, params: { id } }) {
        await removeSuppression(ctx, caller.accountId, id);
        return { id, deleted: true as const };
      },
    }),
  ];
}

function present({ id, kind, proof, addedBy, createdAt }: Suppression): z.input<typeof suppression> {
  return { id, type: kind, proof, addedBy, createdAt: createdAt.toISOString() };
}
