import { z } from 'zod';
import { ERASURE_STATES } from '../erasure.js';
import { type AccountDeletion, EXPORT_TYPES, GRACE_DAYS } from '../account-export.js';
import { inJson } from '../../../kernel/values/json.js';
import { cancelDeletion, type DeletionContext, exportAccount, type ExportContext, requestDeletion } from '../use-cases/export-account.js';
import { ObjectLines, route, type Route } from '../../../kernel/http/route.js';
import { text } from '../../../kernel/http/request-fields.js';
import { seesContent } from '../../accounts/api-keys.js';

const timestamp = z.iso.datetime();

const line = z
  .looseObject({ type: z.enum(['export', ...EXPORT_TYPES, 'end']).describe('The other fields follow from it.') })
  .meta({ id: 'AccountExportLine' });
const deletion = z
  .strictObject({
    id: z.string(),
    state: z.enum(ERASURE_STATES).describe('`accepted`: the deletion can be cancelled; `running`: it can no longer be cancelled.'),
    createdAt: timestamp,
    dueAt: timestamp.describe('When the deletion begins.'),
  })
  .meta({ id: 'AccountDeletion' });
const request = z
  .strictObject({ confirm: text(320).trim().min(1).describe("The account's id or its e-mail address.") })
  .meta({ id: 'AccountDeletionRequest' });

const people = { audiences: ['member'], path: '/v2/account/deletion' } as const;

/** `/v2/account/export` and, for people alone, `/v2/account/deletion`. Nothing here is billed. */
export function accountDataRoutes(ctx: ExportContext & DeletionContext): Route[] {
  return [
    route({
      operationId: 'exportAccount',
      scopes: ['account:data'],
      contentScope: 'lookups:read',
      sendsDataOut: true,
      role: 'owner',
      recent: true,
      whileClosed: true,
      lines: true,
      method: 'get',
      path: '/v2/account/export',
      summary: 'Export the account',
      description:
        'All data of the account that its members may see, as lines of JSON with a `type`. The first line is `export`; the last is ' +
        '`end`, with the number of lines of each type. Without `end` the export is incomplete. Secrets and digests are left out. ' +
        'Data that is added or deleted during the export may or may not be included; each line shows the data at the time it was ' +
        'read.',
      response: line,
      handle: async ({ caller }) => new ObjectLines(await exportAccount(ctx, caller.accountId, seesContent(caller)), 'account.ndjson'),
    }),
    route({
      ...people,
      operationId: 'deleteAccount',
      role: 'owner',
      recent: true,
      method: 'post',
      summary: 'Close the account and delete it',
      description:
        `Closes the account immediately, and deletes everything except its bills after ${GRACE_DAYS} days. Until then an owner can ` +
        'cancel the deletion. Accepted lookups are completed, and their events are delivered.',
      body: request,
      response: deletion,
      errors: ['invalid_parameter', 'not_found'],
      async handle({ caller: { accountId, apiKeyId: requestedBy }, body }) {
        return present(await requestDeletion(ctx, { accountId, requestedBy, confirm: body.confirm }));
      },
    }),
    route({
      ...people,
      operationId: 'getAccountDeletion',
      whileClosed: true,
      method: 'get',
      summary: 'Read the planned deletion of the account',
      description: 'The deletion of the account and when it begins; null if none is planned.',
      response: z.strictObject({ deletion: deletion.nullable() }).meta({ id: 'AccountDeletionState' }),
      async handle({ caller }) {
        const found = await ctx.accountDeletions.find(caller.accountId);
        return { deletion: found && present(found) };
      },
    }),
    route({
      ...people,
      operationId: 'cancelAccountDeletion',
      role: 'owner',
      recent: true,
      whileClosed: true,
      method: 'delete',
      summary: 'Cancel the deletion of the account',
      description: 'Reopens the account. The response is 404 after the deletion has begun.',
      response: z.strictObject({ id: z.string(), cancelled: z.literal(true) }).meta({ id: 'CancelledAccountDeletion' }),
      errors: ['not_found'],
      async handle({ caller }) {
        return { id: await cancelDeletion(ctx, caller.accountId), cancelled: true as const };
      },
    }),
  ];
}

const present = ({ id, state, createdAt, dueAt }: AccountDeletion): z.input<typeof deletion> => inJson({ id, state, createdAt, dueAt });
