import { z } from 'zod';
import { inJson } from '../../../kernel/values/json.js';
import { QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { ERASED_KINDS, ERASURE_STATES, type Erasure, POSSIBLE_KINDS } from '../erasure.js';
import { type ErasuresContext, readErasure, requestErasure } from '../use-cases/erasures.js';
import { route, type Route } from '../../../kernel/http/route.js';
import { ID, identityText, idText, usernameText } from '../../../kernel/http/request-fields.js';

const timestamp = z.iso.datetime();

const counts = z
  .strictObject(Object.fromEntries(ERASED_KINDS.map((kind) => [kind, z.int().min(0)])) as Record<(typeof ERASED_KINDS)[number], z.ZodInt>)
  .meta({ id: 'ErasedCounts' })
  .describe('What has been deleted so far, or would be deleted in a dry run. `executions` are Temporal workflow executions. Bills stay.');
const possible = z
  .strictObject({ email: z.int().min(0), phone: z.int().min(0), username: z.int().min(0) })
  .meta({ id: 'PossibleErasures' })
  .describe(
    'In a dry run: lookups that would be kept although they may name the same identity, by the kind under which they name it, for example ' +
      'with another tag in an e-mail address, or as a username. Name these kinds in `includePossible` to erase them too.',
  );
const fields = {
  id: z.string(),
  dryRun: z.boolean().describe('Data is only counted, not deleted.'),
  state: z.enum(ERASURE_STATES),
  createdAt: timestamp.describe('Lookups that were accepted later are kept.'),
  finishedAt: timestamp.nullable(),
  counts,
  possible,
  kept: z
    .array(z.strictObject({ accountId: z.string(), reason: z.enum(['last_owner', 'account_address']) }).meta({ id: 'KeptIdentity' }))
    .describe(
      'Only in erasures across all accounts: places where the identity is kept as an address that the service needs. `last_owner`: ' +
        'it is the only owner of an account; `account_address`: it is the address of an account.',
    ),
  inLedger: z
    .boolean()
    .describe('Whether a keyed digest is kept outside the database, so that restoring a backup does not undo the erasure.'),
};
const erasure = z.strictObject(fields).meta({ id: 'Erasure' });
const receipt = z
  .strictObject({
    ...fields,
    sent: z
      .array(
        z
          .strictObject({
            eventId: z.string(),
            endpointId: z.string(),
            outcome: z.enum(['delivered', 'attempted']).describe('`attempted`: sent, but not acknowledged as far as is known.'),
            at: timestamp,
          })
          .meta({ id: 'SentEvent' }),
      )
      .describe('Webhook events of erased lookups that had already been sent. Inform their receivers.'),
  })
  .meta({ id: 'ErasureReceipt' });
const list = z.strictObject({ erasures: z.array(erasure), nextAfter: z.string().nullable() }).meta({ id: 'ErasureList' });
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
        'Exactly one identity. All its spellings are erased that are certainly the same: upper and lower case make no difference, nor do ' +
          'dots, tags and domains that the mail provider documents as the same mailbox.',
      ),
    includePossible: z
      .array(z.enum(QUERY_TYPES))
      .max(QUERY_TYPES.length)
      .default([])
      .describe('Kinds of `possible` in a dry run that are erased too.'),
    dryRun: z.boolean().default(true).describe('Count what would be deleted without deleting it; true by default.'),
  })
  .meta({ id: 'ErasureRequest' });

const MAX_ERASURES = 100;
const common = { scopes: ['account:data'] } as const;

/** `/v2/account/erasures`: erases an identity in the caller's account. Nothing here is billed. */
export function erasureRoutes(ctx: ErasuresContext): Route[] {
  return [
    route({
      ...common,
      operationId: 'createErasure',
      role: 'admin',
      recent: true,
      method: 'post',
      path: '/v2/account/erasures',
      summary: 'Erase an identity',
      description:
        'Deletes every lookup of this account that contains the identity, finished or not, with its results, facts, webhook events ' +
        'and deliveries. A lookup of several identities is deleted completely. The response is sent immediately; `GET ' +
        '/v2/account/erasures/{id}` shows the progress and finally the receipt. Without `"dryRun": false` the data is only counted. ' +
        'Bills stay. Repeating a request with an Idempotency-Key whose lookup was erased is refused like a different request.',
      body: request,
      response: erasure,
      errors: ['missing_subject', 'invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
      async handle({ caller: { accountId, apiKeyId }, body }) {
        const { identity, includePossible, dryRun: isDryRun } = body;
        return present(await requestErasure(ctx, { identity, includePossible, isDryRun, accountId, apiKeyId }));
      },
    }),
    route({
      ...common,
      operationId: 'listErasures',
      role: 'admin',
      method: 'get',
      path: '/v2/account/erasures',
      summary: 'List erasures',
      description: 'Erasures and dry runs of the account, newest first. They do not contain the identity.',
      query: z.object({
        limit: z.coerce.number().int().min(1).max(MAX_ERASURES).default(50),
        after: idText
          .refine((id) => ID.test(id), 'the id of an erasure')
          .optional()
          .describe('`nextAfter` of the previous page.'),
      }),
      response: list,
      errors: ['invalid_parameter'],
      async handle({ caller: { accountId }, query: { limit, after = null } }) {
        const found = await ctx.erasures.list(accountId, { limit, after });
        return { erasures: found.map(present), nextAfter: found.length === limit ? (found.at(-1)?.id ?? null) : null };
      },
    }),
    route({
      ...common,
      operationId: 'getErasure',
      role: 'admin',
      method: 'get',
      path: '/v2/account/erasures/:id',
      summary: 'Read the receipt of an erasure',
      description:
        'The progress of an erasure and, when it is done, its receipt: what was deleted, and which events had already been sent.',
      params: z.object({ id: idText }),
      response: receipt,
      errors: ['not_found'],
      async handle({ caller: { accountId }, params }) {
        const { sent, ...found } = await readErasure(ctx, params.id, accountId);
        return { ...present(found), sent: inJson([...sent]) };
      },
    }),
  ];
}

function present({ id, isDryRun, state, createdAt, finishedAt, counts: found, kept, isInLedger }: Erasure): z.input<typeof erasure> {
  const all = Object.fromEntries(ERASED_KINDS.map((kind) => [kind, found[kind] ?? 0])) as z.input<typeof counts>;
  const left = Object.fromEntries(QUERY_TYPES.map((type) => [type, found[POSSIBLE_KINDS[type]] ?? 0])) as z.input<typeof possible>;
  return inJson({ id, dryRun: isDryRun, state, createdAt, finishedAt, counts: all, possible: left, kept, inLedger: isInLedger });
}
