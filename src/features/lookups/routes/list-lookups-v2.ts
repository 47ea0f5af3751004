import { z } from 'zod';
import { cursorText, onlyTrue, pageLimit } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { type SearchContext, searchLookups } from '../use-cases/search-lookups.js';
import { PAGE_V2 } from './shared/v2/examples.js';
import { cursorOf, lookupPage, showPage } from './shared/v2/pages.js';

export const listLookupsV2Route = route({
  operationId: 'listLookupsV2',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/lookup',
  summary: 'List lookups and single checks, newest first',
  description:
    'All lookups and single checks of the account, newest first. Paging is stable: lookups that are added in the meantime do ' +
    'not cause others to be skipped or repeated.',
  responseExamples: { page: { value: PAGE_V2 } },
  rateClass: 'readsV2',
  query: z.object({
    limit: pageLimit.describe('How many lookups, 1 to 100; 20 by default.'),
    cursor: cursorText,
    total: onlyTrue.describe('Also count all lookups of the account, which takes longer.'),
  }),
  response: lookupPage,
  errors: ['invalid_parameter'],
  async handle(ctx: SearchContext, { caller, query: { limit, cursor, total } }) {
    return showPage(await searchLookups(ctx, { owner: caller, limit, after: cursorOf(cursor), total: total === 'true' }));
  },
});
