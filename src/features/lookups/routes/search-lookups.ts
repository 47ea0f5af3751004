import { z } from 'zod';
import { cursorText, DEFAULT_LIMIT } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { type SearchContext, searchLookups } from '../use-cases/search-lookups.js';
import { PAGE_V2 } from './shared/v2/examples.js';
import { conditions, cursorOf, lookupPage, showPage } from './shared/v2/pages.js';

const lookupSearch = z
  .strictObject({
    ...conditions,
    total: z.boolean().optional().describe('Also count all matches, which takes longer.'),
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT).describe('How many lookups, 1 to 100; 20 by default.'),
    cursor: cursorText,
  })
  .meta({ id: 'LookupSearch' });

export const searchLookupsRoute = route({
  operationId: 'searchLookups',
  scopes: ['lookups:read'],
  recent: false,
  method: 'post',
  path: '/v2/lookups/search',
  summary: 'Search the lookups of the account',
  description:
    'Lookups and single checks that match all conditions, newest first; without conditions, all of them. Identities are sent in ' +
    'the body, because request URLs are written to logs. The search is not billed and starts no lookup. Paging is stable, as in ' +
    'GET /v2/lookup: send the same conditions with every cursor.',
  requestExamples: {
    person: { summary: 'Lookups of an e-mail address', value: { identities: { emails: ['ada@example.com'] } } },
    running: { summary: 'Unfinished lookups', value: { status: 'processing' } },
  },
  responseExamples: { page: { value: PAGE_V2 } },
  rateClass: 'readsV2',
  body: lookupSearch,
  response: lookupPage,
  errors: ['invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
  async handle(ctx: SearchContext, { caller: owner, body: { cursor, ...body } }) {
    return showPage(await searchLookups(ctx, { ...body, owner, after: cursorOf(cursor) }));
  },
});
