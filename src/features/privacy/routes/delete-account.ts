import { z } from 'zod';
import { text } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { GRACE_DAYS } from '../account-export.js';
import { type DeletionContext, type ExportContext, requestDeletion } from '../use-cases/export-account.js';
import { deletion, people, present } from './shared/account-data.js';

const request = z
  .strictObject({ confirm: text(320).trim().min(1).describe("The account's id or its e-mail address.") })
  .meta({ id: 'AccountDeletionRequest' });

/** `POST /v2/account/deletion`. */
export const deleteAccountRoute = route({
  ...people,
  operationId: 'deleteAccount',
  role: 'owner',
  recent: true,
  method: 'post',
  summary: 'Close the account and delete it',
  description:
    `Closes the account immediately, and deletes everything except its billing records after ${GRACE_DAYS} days. Until then an owner can ` +
    'cancel the deletion. Accepted lookups are completed, and their events are delivered.',
  body: request,
  response: deletion,
  errors: ['invalid_parameter', 'not_found'],
  async handle(ctx: ExportContext & DeletionContext, { caller: { accountId, apiKeyId: requestedBy }, body }) {
    return present(await requestDeletion(ctx, { accountId, requestedBy, confirm: body.confirm }));
  },
});
