import { z } from 'zod';
import { text } from '../../../kernel/http/request-fields.js';
import { operatorRoute } from '../../route.js';
import { MAX_SEARCH } from '../use-cases/accounts.js';
import { type OperatorContext, page, pageAccounts, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `POST /dashboard/api/operator/accounts/search`: what is searched for may be an address, so it is in the body. */
export const searchAccountsRoute = operatorRoute({
  method: 'post',
  recent: false,
  path: `${ROOT}/accounts/search`,
  operationId: 'searchAccounts',
  body: z.strictObject({ ...page, search: text(MAX_SEARCH) }),
  response: answers.accountList,
  handle: (ctx: OperatorContext, { body }) => pageAccounts(ctx, body, body.search),
});
