import { z } from 'zod';
import { operatorRoute } from '../../route.js';
import { type OperatorContext, page, pageAccounts, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/accounts`. */
export const listAccountsRoute = operatorRoute({
  ...read,
  path: `${ROOT}/accounts`,
  operationId: 'listAccounts',
  query: z.object(page),
  response: answers.accountList,
  handle: (ctx: OperatorContext, { query }) => pageAccounts(ctx, query, null),
});
