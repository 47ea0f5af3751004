import { route } from '../../route.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import type { PurposeStore } from '../store/account-store.js';
import { path, purposes } from './shared/purposes.js';

/** `GET /v2/account/purposes`. */
export const getPurposesRoute = route({
  operationId: 'getPurposes',
  scopes: ['account:read'],
  method: 'get',
  path,
  summary: 'Read the purposes',
  description: 'The purposes that v2 lookups can use, and whether a purpose is required.',
  response: purposes,
  async handle(ctx: { readonly purposes: PurposeStore }, { caller: { accountId } }) {
    const found = await ctx.purposes.read(accountId);
    if (!found) throw new ServiceError('unauthorized'); // the account went away while the request was under way
    return { purposes: [...found.purposes], required: found.required };
  },
});
