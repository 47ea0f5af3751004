import { operatorRoute } from '../../route.js';
import { inJson } from '../../../kernel/values/json.js';
import { readUnfinished } from '../use-cases/state.js';
import { listed, type OperatorContext, read, ROOT } from './shared/operator-routes.js';
import * as answers from './shared/operator-schemas.js';

/** `GET /dashboard/api/operator/lookups`. */
export const listUnfinishedLookupsRoute = operatorRoute({
  ...read,
  path: `${ROOT}/lookups`,
  operationId: 'listUnfinishedLookups',
  response: answers.unfinished,
  query: listed,
  handle: async (ctx: OperatorContext, { query: { limit } }) => inJson(await readUnfinished(ctx, limit)),
});
