import { z } from 'zod';
import { LOOKUP_KINDS } from '../../domain/lookup/lookup.js';
import { lookupId, shownIdentity, omission } from './body-schemas.js';
import { OMISSIONS_V2, PAGE_V2 } from './examples.js';
import type { ListedLookup, LookupPages } from '../../domain/lookup/pages.js';
import { identitiesOf } from '../../domain/v2/identities.js';
import { pageLookups, pageOmissions } from '../../services/lookups/read-lookups.js';
import { decodeCursor, encodeCursor, decodeOmissionCursor, encodeOmissionCursor } from '../cursor.js';
import { route, type Route } from '../route.js';
import { showOmission } from '../../domain/v2/platform-results.js';
import { INCONCLUSIVE_REASONS } from '../../domain/evaluation/verdict.js';

const listedLookup = z
  .object({
    lookupId,
    kind: z.enum(LOOKUP_KINDS),
    status: z.enum(['processing', 'finished']),
    identities: z.array(shownIdentity),
    platformsChecked: z.int().describe('0 until the lookup is finished, as the counts below.'),
    matches: z.int(),
    socialMatches: z.int(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedLookup' });

const lookupPage = z
  .object({
    lookups: z.array(listedLookup),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
  })
  .meta({ id: 'LookupPage' });

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
      description:
        'Everything that the account looked up, single checks included, most recent first. Pages hang together: what is added ' +
        'meanwhile shifts nothing, so no lookup is skipped and none comes twice.',
      responseExamples: { page: { value: PAGE_V2 } },
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
      description:
        'Every platform and identity of a lookup without a confident answer, and why, in the order in which it became known; the ' +
        'lookup itself has the counts. Pages hang together: none is skipped or listed twice, also while the lookup runs, and what ' +
        'it adds later comes last. An id of another account is answered like one that does not exist.',
      responseExamples: { page: { value: OMISSIONS_V2 } },
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
