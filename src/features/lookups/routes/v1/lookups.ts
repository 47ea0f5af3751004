import { z } from 'zod';
import { acceptLookup } from '../../use-cases/accept-lookup.js';
import { parseLookupRequest } from '../../use-cases/parse-lookup-request.js';
import { readSnapshot, listLookups } from '../../use-cases/read-lookups.js';
import { runLookup } from '../../use-cases/run-lookup.js';
import { bypassesCache, IDENTITY_ERRORS, type LookupRoutesContext, runInputOf } from '../lookup-routes.js';
import { BILLED_V1, CACHE_CONTROL, lookupLink } from '../../../../kernel/http/operation-notes.js';
import { route, type Route } from '../../../../kernel/http/route.js';
import { idText, wholeNumber } from '../../../../kernel/http/request-fields.js';
import { FINISHED, INSTANT, PENDING } from './examples.js';
import { pendingPlatforms, presentFinished, presentLookup, presentPending } from './presenters.js';
import { lookupQuery, lookupRequest, lookupResponse, pendingLookup, lookupHistory } from './schemas.js';

export function lookupRoutes(ctx: LookupRoutesContext): Route[] {
  return [postLookup(ctx), getLookup(ctx)];
}

function postLookup(ctx: LookupRoutesContext): Route {
  return route({
    operationId: 'createLookup',
    scopes: ['lookups:create'],
    recent: false,
    method: 'post',
    path: '/v1/lookup',
    summary: 'Look up an identity',
    description:
      'Finds the platforms on which an identity is registered, with breach history and web mentions. Without `wait` or `instant` ' +
      'the response is a PendingLookup: read the lookup by its id. A platform without a confident answer is omitted, and a platform ' +
      `that cannot be probed for this kind of identity is skipped. ${BILLED_V1}`,
    requestHeaders: [CACHE_CONTROL],
    requestExamples: {
      email: { summary: 'An e-mail address', value: { email: 'ada@example.com' } },
      username: { summary: 'A username on two platforms', value: { query: 'ada-example', platforms: ['github', 'gitlab'] } },
      modules: {
        summary: 'E-mail details without a sweep',
        value: { email: 'ada@example.com', checks: { footprint: false, email: true } },
      },
      address: { summary: 'An IP address alone', value: { ip: '192.0.2.17', checks: { ip: true } } },
    },
    responseExamples: {
      pending: { summary: 'Accepted', value: PENDING },
      finished: { summary: 'With wait', value: FINISHED },
      instant: { summary: 'With instant', value: INSTANT },
    },
    links: { ReadLookup: lookupLink('/lookupId') },
    query: lookupQuery,
    body: lookupRequest,
    response: z.union([lookupResponse, pendingLookup]),
    errors: [...IDENTITY_ERRORS, 'idempotency_conflict'],
    async handle(input) {
      const { query, body } = input;
      await ctx.refreshAvailable();
      const request = parseLookupRequest(ctx, body, {
        mode: query.instant ? 'instant' : query.wait ? 'wait' : 'async',
        band: query.instant ? 'instant' : query.deep || !query.wait ? 'deep' : 'default',
        bypassCache: bypassesCache(input),
      });
      const run = runInputOf(ctx, input, request, 'createLookup');
      if (request.mode === 'async') return presentPending((await acceptLookup(ctx, run)).lookupId);
      const known = await runLookup(ctx, run);
      if (!query.instant) return presentFinished(ctx.catalogue, known);
      return { ...presentLookup(ctx.catalogue, known), platformsPending: pendingPlatforms(known) };
    },
  });
}

function getLookup(ctx: LookupRoutesContext): Route {
  return route({
    operationId: 'getLookup',
    scopes: ['lookups:read'],
    method: 'get',
    path: '/v1/lookup/:id',
    summary: 'Read one lookup',
    description:
      'The full result, or `status: processing` while the lookup runs. The id of a lookup of another account is treated as unknown.',
    responseExamples: { finished: { value: FINISHED }, pending: { value: PENDING } },
    rateClass: 'reads',
    params: z.object({ id: idText.describe('Identifier of a lookup of this account.') }),
    response: z.union([lookupResponse, pendingLookup]),
    errors: ['not_found'],
    async handle({ caller, params }) {
      return presentFinished(ctx.catalogue, await readSnapshot(ctx, { owner: caller, lookupId: params.id }));
    },
  });
}

export function historyRoutes(ctx: LookupRoutesContext): Route[] {
  return [
    route({
      operationId: 'listLookups',
      scopes: ['lookups:read'],
      method: 'get',
      path: '/v1/lookup',
      summary: 'List lookups, newest first',
      description:
        'The lookups and the e-mail and phone checks of the account, newest first. Those of an IP address alone, which have no `queryType`, are not listed.',
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
      async handle({ caller, query }) {
        const entries = await listLookups(ctx, { owner: caller, ...query });
        return entries.map(({ acceptedAt, ...entry }) => ({ ...entry, createdAt: acceptedAt.toISOString() }));
      },
    }),
  ];
}
