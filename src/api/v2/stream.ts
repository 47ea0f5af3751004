import { z } from 'zod';
import type { LookupRequest, RecordedOutcome } from '../../domain/lookup/lookup.js';
import type { LookupSnapshot } from '../../domain/v2/lookup-snapshot.js';
import { presentV2 } from '../../domain/v2/lookup-body.js';
import { showOmission, showResult } from '../../domain/v2/platform-results.js';
import { findingEvent } from '../../domain/v2/finding-event.js';
import { readSnapshotBy, withExpectedPlan } from '../../services/lookups/read-snapshot-by.js';
import { parseIdentitiesRequest } from '../../services/lookups/parse-identities-request.js';
import { readSnapshot, type SnapshotContext } from '../../services/lookups/read-snapshot.js';
import { BY_IDENTITY } from '../../services/lookups/stream-lookup.js';
import {
  openStream,
  streamEvents,
  type OpenedStream,
  type ShownEvent,
  type StreamFormat,
  type StreamRoutesContext,
} from '../lookup-stream.js';
import { route, StreamEnded, type HandlerInput, type Route } from '../route.js';
import { bypassesCache } from '../v1/lookups.js';
import { REFUSALS } from './lookups.js';
import { FINDING_EVENT, STREAM_EVENTS_V2, streamQueryV2, type StreamQueryV2 } from './stream-schemas.js';

export type StreamRoutesV2Context = StreamRoutesContext & SnapshotContext;

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
        await ctx.refreshAvailable();
        const opened = await openStream(ctx, input, { operation: 'streamLookupV2', readRequest: () => readRequest(ctx, input) });
        return opened instanceof StreamEnded ? opened : streamEvents(ctx, input, opened, formatOf(ctx, input, opened));
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
  return parseIdentitiesRequest(
    ctx,
    { identities, platforms, modules: module === undefined ? undefined : all(module) },
    {
      delivery: query.instant ? 'instant' : 'stream',
      band: query.instant ? 'instant' : query.deep ? 'deep' : 'default',
      fresh: bypassesCache(input),
    },
  );
}

function formatOf(ctx: StreamRoutesV2Context, input: Input, { lookupId, request }: OpenedStream): StreamFormat<RecordedOutcome> {
  const { accountId } = input.caller;
  // Its state and times are in `done` only.
  const lookup: LookupSnapshot['lookup'] = {
    ...request,
    id: lookupId,
    state: 'running',
    plan: null,
    acceptedAt: new Date(),
    finishedAt: null,
  };
  const present = (known: LookupSnapshot) => presentV2(withExpectedPlan(ctx.catalogue, request, known), ctx.catalogue);
  return {
    projection: BY_IDENTITY,
    opening: `lookup ${lookupId}`,
    show(event): ShownEvent | null {
      if (event.kind === 'answer') return showAnswer(ctx, lookup, event.answer);
      const found = findingEvent(lookup, event.fact);
      return found && { event: FINDING_EVENT[found.module], data: found.finding };
    },
    doneFrom: async (collected, until) =>
      present(await readSnapshotBy(ctx, { accountId, lookupId, request, awaited: collected, deadline: until })),
    readDone: async () => present(await readSnapshot(ctx, { accountId, lookupId })),
  };
}

function showAnswer(ctx: StreamRoutesV2Context, lookup: LookupSnapshot['lookup'], outcome: RecordedOutcome): ShownEvent {
  if (outcome.state === 'inconclusive') return { event: 'omission', data: showOmission(lookup, outcome) };
  return { event: 'result', data: showResult(lookup, outcome, ctx.catalogue) };
}
