import { z } from 'zod';
import { ServiceError, type ErrorCode } from '../../domain/errors.js';
import type { LookupRequest } from '../../domain/lookup.js';
import { summarise } from '../../domain/lookup-summary.js';
import type { LookupKnowledge } from '../../domain/v2/knowledge.js';
import type { PlatformCatalogue } from '../../domain/ports.js';
import { presentV2, type LookupBodyV2 } from '../../domain/v2/lookup-body.js';
import { acceptLookup, type AcceptedLookup } from '../../services/accept-lookup.js';
import { collectLookup } from '../../services/collect-lookup.js';
import type { LeaveInstant } from '../../services/instant-admission.js';
import { knowInTime, withExpectedPlan } from '../../services/know-in-time.js';
import { readIdentitiesRequest } from '../../services/read-identities-request.js';
import { knowledgeOf, readOwned, type KnowledgeContext } from '../../services/read-knowledge.js';
import { route, type HandlerInput, type Route } from '../route.js';
import { TaggedJson, weakTag } from '../tagged-json.js';
import { idempotencyToken, wantsFresh, type LookupRoutesContext } from '../v1/lookups.js';
import { lookupV2 } from './body-schemas.js';
import { lookupRequestV2, type LookupRequestV2 } from './request-schemas.js';

export type LookupRoutesV2Context = LookupRoutesContext & KnowledgeContext;

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
const READING_MS = 1_000;

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
      await ctx.renewOffered();
      const request = readRequest(ctx, input);
      const token = idempotencyToken(input, 'createLookupV2');
      const leave = request.delivery === 'instant' ? ctx.instantAdmission.enter() : () => undefined;
      try {
        const accepted = await acceptLookup(ctx, { caller: input.caller, request, token });
        return await answer(ctx, input, { request, accepted, leave });
      } finally {
        leave(null);
      }
    },
  });
}

type Input = HandlerInput<unknown, unknown, LookupRequestV2>;

function readRequest(ctx: LookupRoutesV2Context, input: Input): LookupRequest {
  const { mode = 'async', deep = mode === 'async' } = input.body;
  return readIdentitiesRequest(ctx, input.body, {
    delivery: mode,
    band: mode === 'instant' ? 'instant' : deep ? 'deep' : 'default',
    fresh: wantsFresh(input),
  });
}

interface Answering {
  readonly request: LookupRequest;
  readonly accepted: AcceptedLookup;
  readonly leave: LeaveInstant;
}

/** Waits as the mode requires and responds with what is known by then; the lookup continues and is completed for later readers. */
async function answer(ctx: LookupRoutesV2Context, input: Input, { request, accepted, leave }: Answering): Promise<LookupBodyV2> {
  const { accountId } = input.caller;
  const { lookupId } = accepted;
  if (request.delivery === 'async') {
    const moment = { accountId, lookupId, request, collected: NOTHING, until: performance.now() + READING_MS };
    return presentV2(asAccepted(await knowInTime(ctx, moment)), ctx.catalogue);
  }
  const isInstant = request.delivery === 'instant';
  const ceiling = isInstant ? input.receivedAt + ctx.instantCeilingMs - SHAPING_MS : performance.now() + ctx.waitCeilingMs;
  const collected = await collectLookup(ctx, { accepted, until: ceiling, gone: isInstant ? input.gone : input.ending });
  leave({ ...collected, swept: summarise(collected.outcomes).swept, isBand: request.platforms === null });
  const until = isInstant ? ceiling + SHAPING_MS : performance.now() + READING_MS;
  const known = await knowInTime(ctx, { accountId, lookupId, request, collected, until });
  return presentV2(withExpectedPlan(ctx.catalogue, request, known), ctx.catalogue);
}

const NOTHING = { outcomes: [], modules: [], finished: false };

/** The lookup as it was accepted, whatever became known since: a repeated request under its key gets the same response. */
function asAccepted({ lookup }: LookupKnowledge): LookupKnowledge {
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
      const body = async (): Promise<LookupBodyV2> => presentV2(await knowledgeOf(ctx, lookup), ctx.catalogue);
      if (lookup.state !== 'finished') return body();
      // A finished lookup does not change: its row alone shows whether the client's copy is still good.
      names ??= namesTag(ctx.catalogue);
      const etag = weakTag(`${names} ${lookup.id} ${lookup.finishedAt?.toISOString()}`);
      return new TaggedJson(etag, async () => JSON.stringify(await body()));
    },
  });
}

/** Tag of everything that bodies take from the catalogue, which changes with a release or the operator's files. */
function namesTag({ platforms }: PlatformCatalogue): string {
  return weakTag(JSON.stringify(platforms.map(({ slug, name, icon, tags }) => [slug, name, icon, tags])));
}
