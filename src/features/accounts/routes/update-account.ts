import { z } from 'zod';
import { freeText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { MAX_ACCOUNT_NAME } from '../accounts.js';
import { renameAccount } from '../use-cases/create-account.js';
import { type AccountContext, change } from './shared/account.js';

export const updateAccountRoute = route({
  ...change,
  recent: false,
  operationId: 'updateAccount',
  method: 'patch',
  path: '/v2/account',
  summary: 'Name the account',
  description: "Sets the name that members see instead of the account's e-mail address. `null` removes the name.",
  body: z.strictObject({ name: freeText(MAX_ACCOUNT_NAME).nullable() }).meta({ id: 'AccountChanges' }),
  response: z.strictObject({ accountId: z.string(), name: z.string().nullable() }).meta({ id: 'NamedAccount' }),
  errors: ['invalid_parameter'],
  handle: (ctx: AccountContext, { caller: { accountId }, body: { name } }) => renameAccount(ctx, { accountId, name }),
});
