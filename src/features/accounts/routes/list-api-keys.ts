import { z } from 'zod';
import { route } from '../../route.js';
import { type AccountContext, apiKey, presentKey, read } from './shared/account.js';

const keyList = z.strictObject({ keys: z.array(apiKey) }).meta({ id: 'ApiKeyList' });

export const listApiKeysRoute = route({
  ...read,
  operationId: 'listApiKeys',
  role: 'admin',
  method: 'get',
  path: '/v2/account/keys',
  summary: 'List API keys',
  description:
    'Keys of the account, newest first, including revoked and expired ones. The secret of a key is shown only once, when it is ' +
    'created.',
  response: keyList,
  handle: async (ctx: AccountContext, { caller }) => ({ keys: (await ctx.accounts.keys(caller.accountId)).map(presentKey) }),
});
