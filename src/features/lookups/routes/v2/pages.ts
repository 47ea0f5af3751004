import { z } from 'zod';
import { INSUFFICIENT, LEVELS } from '../../../../facts/risk/signals.js';
import { LOOKUP_KINDS } from '../../lookup.js';
import { lookupId } from '../lookup-routes.js';
import { shownIdentity, omission } from './body-schemas.js';
import { OMISSIONS_V2, PAGE_V2 } from './examples.js';
import { type ListedLookup, type LookupCursor, MAX_COUNTED } from '../../pages.js';
import { identitiesOf, showOmission } from './platform-results.js';
import { pageOmissions } from '../../use-cases/read-lookups.js';
import { exportLookups, type SearchContext, searchLookups } from '../../use-cases/search-lookups.js';
import { omissionCursor, timeCursor } from '../../../../kernel/http/cursor.js';
import { ObjectLines, route, type Route } from '../../../../kernel/http/route.js';
import { cursorText, dateText, DEFAULT_LIMIT, idOf, idText, onlyTrue, pageLimit } from '../../../../kernel/http/request-fields.js';
import { identities } from './request-schemas.js';
import { INCONCLUSIVE_REASONS } from '../../../../engine/evaluation/verdict.js';

const STATUSES = ['processing', 'finished'] as const;

const listedLookup = z
  .object({
    lookupId,
    apiKeyId: z.string().describe('The key that started the lookup.'),
    test: z.boolean().describe('It was made with a test key (docs/test-keys.md).'),
    kind: z.enum(LOOKUP_KINDS),
    status: z.enum(STATUSES),
    purpose: z.string().nullable().describe("The purpose from the account's own list; null if none was given."),
    identities: z.array(shownIdentity),
    platformsChecked: z.int().describe('0 until the lookup is finished, like the counts below.'),
    matches: z.int(),
    socialMatches: z.int(),
    risk: z
      .object({
        score: z.int().min(0).max(100).nullable().describe('Null when no check was answered.'),
        level: z.enum([INSUFFICIENT, ...LEVELS]),
        modelVersion: z.string().describe('Scores of different versions cannot be compared.'),
      })
      .meta({ id: 'ListedRisk' })
      .nullable()
      .describe('The risk at the finish; null before, and for lookups that version 0.1.0 or earlier finished.'),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedLookup' });

const lookupPage = z
  .object({
    lookups: z.array(listedLookup),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
    total: z
      .object({
        count: z.int().max(MAX_COUNTED),
        complete: z.boolean().describe(`False: there are more than ${MAX_COUNTED}.`),
      })
      .meta({ id: 'LookupTotal' })
      .optional()
      .describe('How many lookups match, on all pages. Only if the request asked for it.'),
  })
  .meta({ id: 'LookupPage' });

const conditions = {
  identities: identities.optional().describe('Only lookups that contain all of these identities, in any format.'),
  kind: z.enum(LOOKUP_KINDS).optional().describe('`lookup`, or a single check.'),
  status: z.enum(STATUSES).optional(),
  apiKeyId: idOf('the id of a key').optional().describe('Only lookups of this key.'),
  from: dateText.optional().describe('First day of acceptance (UTC).'),
  to: dateText.optional().describe('Last day of acceptance (UTC).'),
};

const exportedLine = z
  .union([
    listedLookup.extend({ type: z.literal('lookup') }).meta({ id: 'ExportedLookup' }),
    z.object({ type: z.literal('end'), lookups: z.int().describe('How many lines precede this one.') }).meta({ id: 'LookupExportEnd' }),
  ])
  .meta({ id: 'LookupExportLine' });

const lookupSearch = z
  .strictObject({
    ...conditions,
    total: z.boolean().optional().describe('Whether to count all matches, which takes longer.'),
    limit: z.int().min(1).max(100).default(DEFAULT_LIMIT).describe('How many lookups, 1 to 100; 20 by default.'),
    cursor: cursorText,
  })
  .meta({ id: 'LookupSearch' });

/** `GET /v2/lookup`: everything that the account looked up, single checks included, page by page; `POST /v2/lookups/search`: some of it. */
export function pageRoutes(ctx: SearchContext): Route[] {
  return [
    route({
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
        total: onlyTrue.describe('Count all lookups of the account, which takes longer.'),
      }),
      response: lookupPage,
      errors: ['invalid_parameter'],
      async handle({ caller, query: { limit, cursor, total } }) {
        return showPage(await searchLookups(ctx, { owner: caller, limit, after: cursorOf(cursor), total: total === 'true' }));
      },
    }),
    route({
      operationId: 'searchLookups',
      scopes: ['lookups:read'],
      recent: false,
      method: 'post',
      path: '/v2/lookups/search',
      summary: 'Search the lookups of the account',
      description:
        'Lookups and single checks that match all conditions, newest first; without conditions, all of them. Identities are sent in ' +
        'the body, because request URLs are written to logs. The search is not billed and starts no lookup. Paging is stable as in ' +
        'GET /v2/lookup; send the same conditions with each cursor.',
      requestExamples: {
        person: { summary: 'Lookups of an e-mail address', value: { identities: { emails: ['ada@example.com'] } } },
        running: { summary: 'Unfinished lookups', value: { status: 'processing' } },
      },
      responseExamples: { page: { value: PAGE_V2 } },
      rateClass: 'readsV2',
      body: lookupSearch,
      response: lookupPage,
      errors: ['invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
      async handle({ caller: owner, body: { cursor, ...body } }) {
        return showPage(await searchLookups(ctx, { ...body, owner, after: cursorOf(cursor) }));
      },
    }),
    route({
      operationId: 'exportLookups',
      scopes: ['lookups:read'],
      recent: true,
      sendsDataOut: true,
      lines: true,
      method: 'post',
      path: '/v2/lookups/export',
      summary: 'Export the lookups of the account',
      description:
        'All lookups and single checks that match all conditions, newest first, as lines of JSON with a `type`: a `lookup` each as the ' +
        'search shows it, then `end` with their number. Without `end` the export is incomplete. It is not billed. Results are not ' +
        'included: read them by id, or export the account.',
      requestExamples: { day: { summary: 'Lookups of a day', value: { from: '2030-03-01', to: '2030-03-01' } } },
      body: z.strictObject(conditions).meta({ id: 'LookupExport' }),
      response: exportedLine,
      errors: ['invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
      handle: async ({ caller, body }) => new ObjectLines(linesOf(exportLookups(ctx, caller, body)), 'lookups.ndjson'),
    }),
  ];
}

async function* linesOf(lookups: AsyncIterable<ListedLookup>): AsyncGenerator<z.input<typeof exportedLine>> {
  let count = 0;
  for await (const each of lookups) {
    count += 1;
    yield { type: 'lookup', ...show(each) };
  }
  yield { type: 'end', lookups: count };
}

function cursorOf(text: string | undefined): LookupCursor | null {
  const cursor = timeCursor.decode(text);
  return cursor && { acceptedAt: cursor.at, id: cursor.id };
}

function showPage({ items, next, total }: Awaited<ReturnType<typeof searchLookups>>) {
  const nextCursor = next && timeCursor.encode({ at: next.acceptedAt, id: next.id });
  return { lookups: items.map(show), nextCursor, ...(total && { total }) };
}

function show(lookup: ListedLookup) {
  const { id, apiKeyId, isTest, kind, state, purpose = null, platformsChecked, matches, socialMatches, acceptedAt, finishedAt } = lookup;
  const { riskScore: score, riskLevel: level, riskModel: modelVersion } = lookup;
  return {
    lookupId: id,
    apiKeyId,
    test: isTest,
    kind,
    status: state === 'finished' ? ('finished' as const) : ('processing' as const),
    purpose,
    identities: identitiesOf(lookup),
    platformsChecked,
    matches,
    socialMatches,
    risk: level && modelVersion ? { score, level, modelVersion } : null,
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
      scopes: ['lookups:read'],
      method: 'get',
      path: '/v2/lookup/:id/omissions',
      summary: 'List the omissions of a lookup with their reasons',
      description:
        'Every check of a lookup without a confident answer, with the reason, in the order in which they were recorded. The lookup ' +
        'itself contains only the counts. Paging is stable even while the lookup runs: omissions are neither skipped nor repeated, ' +
        'and new ones are added at the end. The id of a lookup of another account is treated as unknown.',
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
      async handle({ caller, params, query: { cursor, limit, reason } }) {
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
    }),
  ];
}
