import { z } from 'zod';
import { INCONCLUSIVE_REASONS } from '../../../engine/evaluation/verdict.js';
import { omissionCursor } from '../../../kernel/http/cursor.js';
import { cursorText, idText, pageLimit } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { pageOmissions } from '../use-cases/read-lookups.js';
import { lookupId } from './shared/lookup-routes.js';
import { omission } from './shared/v2/body-schemas.js';
import { OMISSIONS_V2 } from './shared/v2/examples.js';
import { showOmission } from './shared/v2/platform-results.js';

export const omissionPage = z
  .object({
    lookupId,
    omissions: z.array(omission),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null if there are no more yet.'),
  })
  .meta({ id: 'OmissionPage' });

/** `GET /v2/lookup/{id}/omissions`: every platform and identity without a confident answer, and why, page by page. */
export const listLookupOmissionsRoute = route({
  operationId: 'listLookupOmissions',
  scopes: ['lookups:read'],
  method: 'get',
  path: '/v2/lookup/:id/omissions',
  summary: 'List the omissions of a lookup with their reasons',
  description:
    'Lists the omissions of a lookup, which are checks without a confident answer, in the order in which they were recorded. Each has ' +
    'its reason; the lookup itself contains only the counts. Paging is stable even while the lookup runs: omissions are neither ' +
    'skipped nor repeated, and new ones are added at the end. Ids of other accounts return 404, as unknown ids do.',
  responseExamples: { page: { value: OMISSIONS_V2 } },
  rateClass: 'readsV2',
  params: z.object({ id: idText.describe('Identifier of a lookup of this account.') }),
  query: z.object({
    reason: z.enum(INCONCLUSIVE_REASONS).optional().describe('Only omissions with this reason.'),
    limit: pageLimit.describe('How many omissions, 1 to 100; 20 by default.'),
    cursor: cursorText,
  }),
  response: omissionPage,
  errors: ['not_found', 'invalid_parameter'],
  async handle(ctx: Parameters<typeof pageOmissions>[0], { caller, params, query: { cursor, limit, reason } }) {
    const after = omissionCursor.decode(cursor);
    const { lookup, items, next } = await pageOmissions(ctx, {
      owner: caller,
      lookupId: params.id,
      limit,
      after,
      reason,
    });
    return {
      lookupId: lookup.id,
      omissions: items.map((each) => showOmission(lookup, each)),
      nextCursor: next && omissionCursor.encode(next),
    };
  },
});
