import { z } from 'zod';
import { listLookups } from '../../services/lookups/read-lookups.js';
import { route, type Route } from '../route.js';
import type { LookupRoutesContext } from '../lookup-routes.js';
import { lookupHistory } from './schemas.js';

/** A whole number in a query string; `fallback` is the default. The pattern is exact, so that the OpenAPI document is as well. */
const wholeNumber = (pattern: RegExp, bounds: string, fallback: number) =>
  z.string().regex(pattern, `a whole number from ${bounds}`).transform(Number).default(fallback);

export function historyRoutes(ctx: LookupRoutesContext): Route[] {
  return [
    route({
      operationId: 'listLookups',
      method: 'get',
      path: '/v1/lookup',
      summary: 'List lookups, most recent first',
      rateClass: 'reads',
      params: z.object({}),
      query: z.object({
        limit: wholeNumber(/^(?:[1-9][0-9]?|100)$/, '1 to 100', 20).describe('How many lookups, 1 to 100; 20 by default.'),
        offset: wholeNumber(/^[0-9]{1,9}$/, '0 to 999999999', 0).describe('How many to pass over; 0 by default.'),
      }),
      response: lookupHistory,
      errors: ['invalid_parameter'],
      async handle({ caller, query }) {
        const entries = await listLookups(ctx, { accountId: caller.accountId, ...query });
        return entries.map(({ acceptedAt, ...entry }) => ({ ...entry, createdAt: acceptedAt.toISOString() }));
      },
    }),
  ];
}
