import { z } from 'zod';
import { ObjectLines } from '../../../kernel/http/answers.js';
import { route } from '../../route.js';
import { seesContent } from '../../accounts/api-keys.js';
import { EXPORT_TYPES } from '../account-export.js';
import { type DeletionContext, exportAccount, type ExportContext } from '../use-cases/export-account.js';

const line = z
  .looseObject({ type: z.enum(['export', ...EXPORT_TYPES, 'end']).describe('The type of the line, which determines its other fields.') })
  .meta({ id: 'AccountExportLine' });

export const exportAccountRoute = route({
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
  handle: async (ctx: ExportContext & DeletionContext, { caller }) =>
    new ObjectLines(await exportAccount(ctx, caller.accountId, seesContent(caller)), 'account.ndjson'),
});
