import { z } from 'zod';
import { showOmission } from '../../domain/v2/platform-results.js';
import { INCONCLUSIVE_REASONS } from '../../domain/evaluation/verdict.js';
import { pageOmissions } from '../../services/lookups/read-lookups.js';
import { decodeOmissionCursor, encodeOmissionCursor } from '../cursor.js';
import { route, type Route } from '../route.js';
import { lookupId, omission } from './body-schemas.js';
import { pageLimit } from './pages.js';

export const omissionPage = z
  .object({
    lookupId,
    omissions: z.array(omission),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null when there are no more at present.'),
  })
  .meta({ id: 'OmissionPage' });

/** `GET /v2/lookup/{id}/omissions`: every platform and identity without a confident answer, and why, page by page. */
export function omissionRoutes(ctx: Parameters<typeof pageOmissions>[0]): Route[] {
  return [
    route({
      operationId: 'listLookupOmissions',
      method: 'get',
      path: '/v2/lookup/:id/omissions',
      summary: 'List what a lookup omitted, and why',
      rateClass: 'reads',
      params: z.object({ id: z.string().describe('Identifier of a lookup of this account.') }),
      query: z.object({
        reason: z.enum(INCONCLUSIVE_REASONS).optional().describe('Of this reason only.'),
        limit: pageLimit.describe('How many omissions, 1 to 100; 20 by default.'),
        cursor: z.string().optional().describe('`nextCursor` of the page before; absent for the first page.'),
      }),
      response: omissionPage,
      errors: ['not_found', 'invalid_parameter'],
      async handle({ caller, params, query: { cursor, limit, reason } }) {
        const after = cursor === undefined ? null : decodeOmissionCursor(cursor);
        const { lookup, items, next } = await pageOmissions(ctx, {
          accountId: caller.accountId,
          lookupId: params.id,
          limit,
          after,
          reason,
        });
        return {
          lookupId: lookup.id,
          omissions: items.map((each) => showOmission(lookup, each)),
          nextCursor: next && encodeOmissionCursor(next),
        };
      },
    }),
  ];
}
