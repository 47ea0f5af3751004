import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { IdempotencyToken } from '../../domain/billing/account-ports.js';
import { ServiceError } from '../../domain/errors.js';
import { summarise } from '../../domain/lookup/lookup-summary.js';
import { modulesToRun } from '../../domain/lookup/checks.js';
import type { LookupReader } from '../../domain/lookup/lookup-ports.js';
import type { Lookup, LookupRequest } from '../../domain/lookup/lookup.js';
import { selectTargets } from '../../domain/catalogue/bands.js';
import { acceptLookup, type AcceptedLookup, type AcceptingContext } from '../../services/lookups/accept-lookup.js';
import { awaitLookup, type AwaitedLookup } from '../../services/lookups/await-lookup.js';
import type { WatchContext } from '../../services/lookups/watch-lookup.js';
import type { InstantAdmission, InstantProgress } from '../../services/lookups/instant-admission.js';
import { readLookup } from '../../services/lookups/read-lookup.js';
import { type AvailabilityRefresh, parseLookupRequest, type ParsingContext } from '../../services/lookups/parse-lookup-request.js';
import { route, type HandlerInput, type Route } from '../route.js';
import { presentLookup, presentPending } from './presenters.js';
import { lookupQuery, lookupRequest, lookupResponse, pendingLookup, type LookupResponse } from './schemas.js';

export interface LookupRoutesContext extends AcceptingContext, WatchContext, ParsingContext, AvailabilityRefresh {
  readonly reader: LookupReader;
  readonly waitCeilingMs: number;
  readonly instantCeilingMs: number;
  readonly instantAdmission: InstantAdmission;
  /** Maximum number of platforms that an instant lookup probes. */
  readonly instantPlatforms: number;
}

/** How many platforms a lookup probes. The catalogue is the same in every process of a release. */
export function plannedPlatforms(
  ctx: ParsingContext & Pick<LookupRoutesContext, 'instantPlatforms'>,
  lookup: LookupRequest & Partial<Pick<Lookup, 'plan'>>,
): number {
  if (lookup.plan) return lookup.plan.targets.length;
  if (!modulesToRun(lookup.checks, lookup.subjects).includes('footprint')) return 0;
  const selected = selectTargets(ctx.catalogue.platforms, lookup.subjects, lookup.band, lookup.platforms).length;
  return lookup.band === 'instant' && lookup.platforms === null ? Math.min(selected, ctx.instantPlatforms) : selected;
}

/** `Cache-Control: no-cache` bypasses cached facts: every platform is probed. */
export function bypassesCache(input: Pick<HandlerInput<unknown, unknown, unknown>, 'headers'>): boolean {
  return /(^|,)\s*no-cache\b/i.test(input.headers['cache-control'] ?? '');
}

/**
 * The request's idempotency key with a digest of everything that must be the same in a repeated request; null without a key.
 *
 * @throws ServiceError invalid_parameter for a malformed key
 */
export function idempotencyToken(input: HandlerInput<unknown, unknown, unknown>, operation: string): IdempotencyToken | null {
  const key = input.headers['idempotency-key'];
  if (key === undefined) return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new ServiceError('invalid_parameter', 'Idempotency-Key: send 1 to 255 visible ASCII characters.');
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([operation, input.query]))
    .update(input.rawBody)
    .digest('base64url');
  return { key, fingerprint };
}

export function lookupRoutes(ctx: LookupRoutesContext): Route[] {
  return [postLookup(ctx), getLookup(ctx)];
}

function postLookup(ctx: LookupRoutesContext): Route {
  return route({
    operationId: 'createLookup',
    method: 'post',
    path: '/v1/lookup',
    summary: 'Look an identity up',
    rateClass: 'requests',
    params: z.object({}),
    query: lookupQuery,
    body: lookupRequest,
    response: z.union([lookupResponse, pendingLookup]),
    errors: [
      'quota_exceeded',
      'insufficient_credits',
      'missing_subject',
      'unknown_platform',
      'invalid_email',
      'invalid_phone',
      'invalid_ip',
      'invalid_parameter',
      'idempotency_conflict',
    ],
    async handle(input) {
      const { query, body, caller } = input;
      await ctx.refreshAvailable();
      const request = parseLookupRequest(ctx, body, {
        delivery: query.instant ? 'instant' : query.wait ? 'wait' : 'async',
        band: query.instant ? 'instant' : query.deep || !query.wait ? 'deep' : 'default',
        fresh: bypassesCache(input),
      });
      const token = idempotencyToken(input, 'createLookup');
      if (query.instant) return respondInstantly(ctx, input, request, token);
      const accepted = await acceptLookup(ctx, { caller, request, token });
      const { lookupId } = accepted;
      if (!query.wait) return presentPending(lookupId);
      const known = await awaitLookup(ctx, { accepted, deadline: performance.now() + ctx.waitCeilingMs, signal: input.ending });
      return known.finished ? presentLookup(ctx.catalogue, viewOf(request, lookupId, known)) : presentPending(lookupId);
    },
  });
}

/** Runs an instant lookup, or refuses it, unbilled, while too many of them are under way. */
async function respondInstantly(
  ctx: LookupRoutesContext,
  input: HandlerInput<unknown, unknown, unknown>,
  request: LookupRequest,
  token: IdempotencyToken | null,
) {
  const leave = ctx.instantAdmission.acquire();
  let progress: InstantProgress | null = null;
  try {
    const accepted = await acceptLookup(ctx, { caller: input.caller, request, token });
    const answer = await respondAtCeiling(ctx, input, request, accepted);
    progress = answer.progress;
    return answer.response;
  } finally {
    leave(progress);
  }
}

/** Responds at the ceiling with what is known and how much is pending; the lookup continues and is completed for later readers. */
async function respondAtCeiling(
  ctx: LookupRoutesContext,
  input: HandlerInput<unknown, unknown, unknown>,
  request: LookupRequest,
  accepted: AcceptedLookup,
): Promise<{ response: LookupResponse; progress: InstantProgress }> {
  const until = input.receivedAt + ctx.instantCeilingMs;
  const known = await awaitLookup(ctx, { accepted, deadline: until, signal: input.clientAborted });
  const view = viewOf(request, accepted.lookupId, known);
  const pending = known.finished ? 0 : Math.max(0, (known.planned ?? plannedPlatforms(ctx, request)) - view.summary.swept);
  return {
    response: { ...presentLookup(ctx.catalogue, view), platformsPending: pending },
    progress: { ...known, swept: view.summary.swept, isBand: request.platforms === null },
  };
}

/** The lookup from what was read while waiting: a request that was accepted must not fail because of a further read. */
function viewOf(request: LookupRequest, lookupId: string, known: AwaitedLookup) {
  return { lookup: { ...request, id: lookupId }, summary: summarise(known.outcomes), modules: known.modules };
}

function getLookup(ctx: LookupRoutesContext): Route {
  return route({
    operationId: 'getLookup',
    method: 'get',
    path: '/v1/lookup/:id',
    summary: 'Read one lookup',
    rateClass: 'reads',
    params: z.object({ id: z.string().describe('Identifier of a lookup of this account.') }),
    query: z.object({}),
    response: z.union([lookupResponse, pendingLookup]),
    errors: ['not_found'],
    async handle({ caller, params }) {
      // PostgreSQL holds no NUL; such an id cannot exist.
      if (!/^[\w-]{1,64}$/.test(params.id)) throw new ServiceError('not_found');
      const view = await readLookup(ctx, { accountId: caller.accountId, lookupId: params.id });
      return view.lookup.state === 'finished' ? presentLookup(ctx.catalogue, view) : presentPending(view.lookup.id);
    },
  });
}
