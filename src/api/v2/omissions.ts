import { z } from 'zod';
import { ServiceError } from '../../domain/errors.js';
import { showOmission } from '../../domain/v2/platform-results.js';
import { INCONCLUSIVE_REASONS } from '../../domain/evaluation/verdict.js';
import { pageOmissions, type OmissionsContext } from '../../services/lookups/page-omissions.js';
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
export function omissionRoutes(ctx: OmissionsContext): Route[] {
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
        // PostgreSQL holds no NUL; such an id cannot exist.
        if (!/^[\w-]{1,64}$/.test(params.id)) throw new ServiceError('not_found');
        const after = cursor === undefined ? null : decodeOmissionCursor(cursor);
        const { lookup, omissions, next } = await pageOmissions(ctx, {
          accountId: caller.accountId,
          lookupId: params.id,
          limit,
          after,
          reason,
        });
        return {
          lookupId: lookup.id,
          omissions: omissions.map((each) => showOmission(lookup, each)),
          nextCursor: next && encodeOmissionCursor(next),
        };
      },
    }),
  ];
}
