import { z } from 'zod';
import { ServiceError, type ErrorCode } from '../../domain/errors.js';
import type { LookupRequest } from '../../domain/lookup/lookup.js';
import { summarise } from '../../domain/lookup/lookup-summary.js';
import type { LookupSnapshot } from '../../domain/v2/lookup-snapshot.js';
import type { PlatformCatalogue } from '../../domain/catalogue/ports.js';
import { presentV2, type LookupBodyV2 } from '../../domain/v2/lookup-body.js';
import { acceptLookup, type AcceptedLookup } from '../../services/lookups/accept-lookup.js';
import { awaitLookup } from '../../services/lookups/await-lookup.js';
import type { ReleaseInstant } from '../../services/lookups/instant-admission.js';
import { readSnapshotBy, withExpectedPlan } from '../../services/lookups/read-snapshot-by.js';
import { parseIdentitiesRequest } from '../../services/lookups/parse-identities-request.js';
import { snapshotOf, readOwned, type SnapshotContext } from '../../services/lookups/read-snapshot.js';
import { route, type HandlerInput, type Route } from '../route.js';
import { TaggedJson, weakTag } from '../tagged-json.js';
import { idempotencyToken, bypassesCache, type LookupRoutesContext } from '../v1/lookups.js';
import { lookupV2 } from './body-schemas.js';
import { lookupRequestV2, type LookupRequestV2 } from './request-schemas.js';

export type LookupRoutesV2Context = LookupRoutesContext & SnapshotContext;

/** Error codes of any request that names identities. */
export const REFUSALS: readonly ErrorCode[] = [
  'quota_exceeded',
  'insufficient_credits',
  'missing_subject',
  'unknown_platform',
  'invalid_email',
  'invalid_phone',
  'invalid_ip',
  'invalid_parameter',
];

/** An instant request stops waiting this long before its ceiling, in milliseconds, to leave time for reading and shaping the response. */
const SHAPING_MS = 40;
/** Longest wait for the database after an acceptance, in milliseconds; then the response is built from the request. */
const READ_TIMEOUT_MS = 1_000;

export function lookupRoutesV2(ctx: LookupRoutesV2Context): Route[] {
  return [postLookup(ctx), getLookup(ctx)];
}

function postLookup(ctx: LookupRoutesV2Context): Route {
  return route({
    operationId: 'createLookupV2',
    method: 'post',
    path: '/v2/lookup',
    summary: 'Look up to five identities of each kind up, with risk',
    rateClass: 'requests',
    params: z.object({}),
    query: z.object({}),
    body: lookupRequestV2,
    response: lookupV2,
    errors: [...REFUSALS, 'idempotency_conflict'],
    async handle(input) {
      await ctx.refreshAvailable();
      const request = readRequest(ctx, input);
      const token = idempotencyToken(input, 'createLookupV2');
      const leave = request.delivery === 'instant' ? ctx.instantAdmission.acquire() : () => undefined;
      try {
        const accepted = await acceptLookup(ctx, { caller: input.caller, request, token });
        return await respond(ctx, input, { request, accepted, release: leave });
      } finally {
        leave(null);
      }
    },
  });
}

type Input = HandlerInput<unknown, unknown, LookupRequestV2>;

function readRequest(ctx: LookupRoutesV2Context, input: Input): LookupRequest {
  const { mode = 'async', deep = mode === 'async' } = input.body;
  return parseIdentitiesRequest(ctx, input.body, {
    delivery: mode,
    band: mode === 'instant' ? 'instant' : deep ? 'deep' : 'default',
    fresh: bypassesCache(input),
  });
}

interface ResponseInput {
  readonly request: LookupRequest;
  readonly accepted: AcceptedLookup;
  readonly release: ReleaseInstant;
}

/** Waits as the mode requires and responds with what is known by then; the lookup continues and is completed for later readers. */
async function respond(ctx: LookupRoutesV2Context, input: Input, { request, accepted, release }: ResponseInput): Promise<LookupBodyV2> {
  const { accountId } = input.caller;
  const { lookupId } = accepted;
  if (request.delivery === 'async') {
    const moment = { accountId, lookupId, request, awaited: NOTHING_READ, deadline: performance.now() + READ_TIMEOUT_MS };
    return presentV2(asAccepted(await readSnapshotBy(ctx, moment)), ctx.catalogue);
  }
  const isInstant = request.delivery === 'instant';
  const ceiling = isInstant ? input.receivedAt + ctx.instantCeilingMs - SHAPING_MS : performance.now() + ctx.waitCeilingMs;
  const collected = await awaitLookup(ctx, { accepted, deadline: ceiling, signal: isInstant ? input.clientAborted : input.ending });
  release({ ...collected, swept: summarise(collected.outcomes).swept, isBand: request.platforms === null });
  const until = isInstant ? ceiling + SHAPING_MS : performance.now() + READ_TIMEOUT_MS;
  const known = await readSnapshotBy(ctx, { accountId, lookupId, request, awaited: collected, deadline: until });
  return presentV2(withExpectedPlan(ctx.catalogue, request, known), ctx.catalogue);
}

const NOTHING_READ = { outcomes: [], modules: [], finished: false };

/** The lookup as it was accepted, whatever became known since: a repeated request under its key gets the same response. */
function asAccepted({ lookup }: LookupSnapshot): LookupSnapshot {
  return { lookup: { ...lookup, state: 'accepted', plan: null, finishedAt: null }, outcomes: [], modules: [], derived: [] };
}

function getLookup(ctx: LookupRoutesV2Context): Route {
  let names: string | undefined;
  return route({
    operationId: 'getLookupV2',
    method: 'get',
    path: '/v2/lookup/:id',
    summary: 'Read one lookup, with risk',
    rateClass: 'reads',
    params: z.object({ id: z.string().describe('Identifier of a lookup or single check of this account.') }),
    query: z.object({}),
    response: lookupV2,
    errors: ['not_found'],
    tagged: true,
    async handle({ caller, params }) {
      // PostgreSQL holds no NUL; such an id cannot exist.
      if (!/^[\w-]{1,64}$/.test(params.id)) throw new ServiceError('not_found');
      const lookup = await readOwned(ctx, { accountId: caller.accountId, lookupId: params.id });
      const body = async (): Promise<LookupBodyV2> => presentV2(await snapshotOf(ctx, lookup), ctx.catalogue);
      if (lookup.state !== 'finished') return body();
      // A finished lookup does not change: its row alone shows whether the client's copy is still good.
      names ??= catalogueTag(ctx.catalogue);
      const etag = weakTag(`${names} ${lookup.id} ${lookup.finishedAt?.toISOString()}`);
      return new TaggedJson(etag, async () => JSON.stringify(await body()));
    },
  });
}

/** Tag of everything that bodies take from the catalogue, which changes with a release or the operator's files. */
function catalogueTag({ platforms }: PlatformCatalogue): string {
  return weakTag(JSON.stringify(platforms.map(({ slug, name, icon, tags }) => [slug, name, icon, tags])));
}
