import { z } from 'zod';
import { BILLED_V1, CACHE_CONTROL, lookupLink } from '../../../kernel/http/operation-notes.js';
import { route } from '../../route.js';
import { acceptLookup } from '../use-cases/accept-lookup.js';
import { parseLookupRequest } from '../use-cases/parse-lookup-request.js';
import { runLookup } from '../use-cases/run-lookup.js';
import { IDENTITY_ERRORS, type LookupRoutesContext, requestOptionsOf, runOptionsOf } from './shared/lookup-routes.js';
import { FINISHED, INSTANT, PENDING } from './shared/v1/examples.js';
import { pendingPlatforms, presentFinished, presentLookup, presentPending } from './shared/v1/presenters.js';
import { lookupQuery, lookupRequest, lookupResponse, pendingLookup } from './shared/v1/schemas.js';

export const createLookupRoute = route({
  operationId: 'createLookup',
  scopes: ['lookups:create'],
  recent: false,
  waits: true,
  method: 'post',
  path: '/v1/lookup',
  summary: 'Look up an identity',
  description:
    'Finds the platforms on which an identity is registered, with breach history and web mentions. Without `wait` or `instant`, ' +
    'the response is a PendingLookup: read the lookup by its id. A platform without a confident answer is omitted. A platform that ' +
    `does not support this kind of identity is skipped. ${BILLED_V1}`,
  requestHeaders: [CACHE_CONTROL],
  requestExamples: {
    email: { summary: 'An e-mail address', value: { email: 'ada@example.com' } },
    username: { summary: 'A username on two platforms', value: { query: 'ada-example', platforms: ['github', 'gitlab'] } },
    modules: {
      summary: 'E-mail details without platforms',
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
  async handle(ctx: LookupRoutesContext, input) {
    const { query, body } = input;
    await ctx.refreshAvailable();
    const request = parseLookupRequest(ctx, body, {
      mode: query.instant ? 'instant' : query.wait ? 'wait' : 'async',
      band: query.instant ? 'instant' : query.deep || !query.wait ? 'deep' : 'default',
      ...requestOptionsOf(input),
    });
    const options = runOptionsOf(input, 'createLookup');
    if (request.mode === 'async') return presentPending((await acceptLookup(ctx, request, options)).lookupId);
    const known = await runLookup(ctx, request, options);
    if (!query.instant) return presentFinished(ctx.catalogue, known);
    return { ...presentLookup(ctx.catalogue, known), platformsPending: pendingPlatforms(known) };
  },
});
