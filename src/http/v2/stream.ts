import { z } from 'zod';
import type { LookupRequest, RecordedOutcome } from '../../domain/lookup.js';
import type { LookupKnowledge } from '../../domain/v2/knowledge.js';
import { presentV2 } from '../../domain/v2/lookup-body.js';
import { showOmission, showResult } from '../../domain/v2/platform-results.js';
import { toldFinding } from '../../domain/v2/told-finding.js';
import { knowInTime, withExpectedPlan } from '../../services/know-in-time.js';
import { readIdentitiesRequest } from '../../services/read-identities-request.js';
import { readKnowledge, type KnowledgeContext } from '../../services/read-knowledge.js';
import { BY_IDENTITY } from '../../services/stream-lookup.js';
import {
  openStream,
  streamEvents,
  type OpenedStream,
  type ShownEvent,
  type StreamFormat,
  type StreamRoutesContext,
} from '../lookup-stream.js';
import { route, StreamOver, type HandlerInput, type Route } from '../route.js';
import { wantsFresh } from '../v1/lookups.js';
import { REFUSALS } from './lookups.js';
import { FINDING_EVENT, STREAM_EVENTS_V2, streamQueryV2, type StreamQueryV2 } from './stream-schemas.js';

export type StreamRoutesV2Context = StreamRoutesContext & KnowledgeContext;

/** `GET /v2/lookup/stream`: a v2 lookup, emitted as it becomes known. */
export function streamRoutesV2(ctx: StreamRoutesV2Context): Route[] {
  return [
    route({
      operationId: 'streamLookupV2',
      method: 'get',
      path: '/v2/lookup/stream',
      summary: 'Look several identities up and stream each answer as it resolves',
      rateClass: 'requests',
      startsWork: true,
      params: z.object({}),
      query: streamQueryV2,
      response: z.string(),
      events: STREAM_EVENTS_V2,
      errors: ['not_found', ...REFUSALS, 'idempotency_conflict'],
      async handle(input) {
        await ctx.renewOffered();
        const opened = await openStream(ctx, input, { operation: 'streamLookupV2', readRequest: () => readRequest(ctx, input) });
        return opened instanceof StreamOver ? opened : streamEvents(ctx, input, opened, formatOf(ctx, input, opened));
      },
    }),
  ];
}

type Input = HandlerInput<unknown, StreamQueryV2, unknown>;

function readRequest(ctx: StreamRoutesV2Context, input: Input): LookupRequest {
  const { query } = input;
  const all = <T>(values: T | readonly T[] | undefined): readonly T[] => (values === undefined ? [] : ([values].flat() as readonly T[]));
  const { email, phone, username, ip, module } = query;
  const identities = { emails: all(email), phones: all(phone), usernames: all(username), ips: all(ip) };
  const platforms = (query.platforms ?? '')
    .split(',')
    .map((slug) => slug.trim())
    .filter(Boolean);
  return readIdentitiesRequest(
    ctx,
    { identities, platforms, modules: module === undefined ? undefined : all(module) },
    {
      delivery: query.instant ? 'instant' : 'stream',
      band: query.instant ? 'instant' : query.deep ? 'deep' : 'default',
      fresh: wantsFresh(input),
    },
  );
}

function formatOf(ctx: StreamRoutesV2Context, input: Input, { lookupId, request }: OpenedStream): StreamFormat<RecordedOutcome> {
  const { accountId } = input.caller;
  // Its state and times are in `done` only.
  const lookup: LookupKnowledge['lookup'] = {
    ...request,
    id: lookupId,
    state: 'running',
    plan: null,
    acceptedAt: new Date(),
    finishedAt: null,
  };
  const present = (known: LookupKnowledge) => presentV2(withExpectedPlan(ctx.catalogue, request, known), ctx.catalogue);
  return {
    projection: BY_IDENTITY,
    opening: `lookup ${lookupId}`,
    show(event): ShownEvent | null {
      if (event.kind === 'answer') return showAnswer(ctx, lookup, event.answer);
      const found = toldFinding(lookup, event.fact);
      return found && { event: FINDING_EVENT[found.module], data: found.finding };
    },
    doneFrom: async (collected, until) => present(await knowInTime(ctx, { accountId, lookupId, request, collected, until })),
    readDone: async () => present(await readKnowledge(ctx, { accountId, lookupId })),
  };
}

function showAnswer(ctx: StreamRoutesV2Context, lookup: LookupKnowledge['lookup'], outcome: RecordedOutcome): ShownEvent {
  if (outcome.state === 'inconclusive') return { event: 'omission', data: showOmission(lookup, outcome) };
  return { event: 'result', data: showResult(lookup, outcome, ctx.catalogue) };
}
