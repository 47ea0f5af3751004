import { route } from '../../route.js';
import { ServiceError } from '../../../kernel/values/errors.js';
import { path, purposes, type PurposesContext, showPurposes } from './shared/purposes.js';

/** `GET /v2/account/purposes`. */
export const getPurposesRoute = route({
  operationId: 'getPurposes',
  scopes: ['account:read'],
  method: 'get',
  path,
  summary: 'Read the purposes',
  description:
    'A purpose says why a lookup is made. Returns the purposes of this account, what each allows, and whether v2 lookups must have one.',
  response: purposes,
  async handle(ctx: PurposesContext, { caller: { accountId } }) {
    const found = await ctx.purposes.read(accountId);
    if (!found) throw new ServiceError('unauthorized'); // the account went away while the request was under way
    return showPurposes(found);
  },
});
