import { z } from 'zod';
import { wholeNumber } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import type { LookupRoutesContext } from './shared/lookup-routes.js';
import { PENDING } from './shared/v1/examples.js';
import { lookupHistory } from './shared/v1/schemas.js';

export const listLookupsRoute = route({
  operationId: 'listLookups',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v1/lookup',
  summary: 'List lookups, newest first',
  description:
    'The lookups, e-mail checks and phone checks of the account, newest first. Lookups and checks of only an IP address have ' +
    'no `queryType`, and are not listed.',
  responseExamples: {
    page: {
      value: [
        {
          id: PENDING.lookupId,
          query: 'ada@example.com',
          queryType: 'email',
          platformsChecked: 3,
          matches: 2,
          socialMatches: 1,
          createdAt: '2026-11-21T05:14:09.500Z',
        },
      ],
    },
  },
  rateClass: 'reads',
  query: z.object({
    limit: wholeNumber(/^(?:[1-9][0-9]?|100)$/, '1 to 100')
      .default(20)
      .describe('How many lookups, 1 to 100; 20 by default.'),
    offset: wholeNumber(/^[0-9]{1,9}$/, '0 to 999999999')
      .default(0)
      .describe('How many lookups to skip; 0 by default.'),
  }),
  response: lookupHistory,
  errors: ['invalid_parameter'],
  async handle(ctx: LookupRoutesContext, { caller, query }) {
    const entries = await ctx.reader.history(caller, query);
    return entries.map(({ acceptedAt, ...entry }) => ({ ...entry, createdAt: acceptedAt.toISOString() }));
  },
});
