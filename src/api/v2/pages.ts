import { z } from 'zod';
import type { ListedLookup, LookupPages } from '../../domain/lookup/pages.js';
import { identitiesOf } from '../../domain/v2/identities.js';
import { pageLookups } from '../../services/lookups/read-lookups.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { route, type Route } from '../route.js';
import { lookupPage } from './list-schemas.js';

const DEFAULT_LIMIT = 20;
export const pageLimit = z
  .string()
  .regex(/^(?:[1-9][0-9]?|100)$/, 'a whole number from 1 to 100')
  .transform(Number)
  .default(DEFAULT_LIMIT);

/** `GET /v2/lookup`: everything that the account looked up, single checks included, page by page. */
export function pageRoutes(ctx: { readonly pages: LookupPages }): Route[] {
  return [
    route({
      operationId: 'listLookupsV2',
      method: 'get',
      path: '/v2/lookup',
      summary: 'List lookups and single checks, most recent first',
      rateClass: 'reads',
      params: z.object({}),
      query: z.object({
        limit: pageLimit.describe('How many lookups, 1 to 100; 20 by default.'),
        cursor: z.string().optional().describe('`nextCursor` of the page before; absent for the first page.'),
      }),
      response: lookupPage,
      errors: ['invalid_parameter'],
      async handle({ caller, query }) {
        const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor);
        const after = cursor && { acceptedAt: cursor.at, id: cursor.id };
        const { items, next } = await pageLookups(ctx, { accountId: caller.accountId, limit: query.limit, after });
        return { lookups: items.map(show), nextCursor: next && encodeCursor({ at: next.acceptedAt, id: next.id }) };
      },
    }),
  ];
}

function show(lookup: ListedLookup) {
  const { id, kind, state, platformsChecked, matches, socialMatches, acceptedAt, finishedAt } = lookup;
  return {
    lookupId: id,
    kind,
    status: state === 'finished' ? ('finished' as const) : ('processing' as const),
    identities: identitiesOf(lookup),
    platformsChecked,
    matches,
    socialMatches,
    createdAt: acceptedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
