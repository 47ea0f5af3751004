import { z } from 'zod';
import { ServiceError } from '../../domain/errors.js';
import type { LookupRequest } from '../../domain/lookup.js';
import type { LookupKnowledge } from '../../domain/v2/knowledge.js';
import { presentV2 } from '../../domain/v2/lookup-body.js';
import { showOmission, showResult } from '../../domain/v2/platform-results.js';
import { toldFinding } from '../../domain/v2/told-finding.js';
import { acceptLookup } from '../../services/accept-lookup.js';
import { knowInTime, withExpectedPlan } from '../../services/know-in-time.js';
import { HeardNews } from '../../services/heard-news.js';
import { readIdentitiesRequest } from '../../services/read-identities-request.js';
import { readLookup } from '../../services/read-lookup.js';
import { streamOutcomes, type OutcomeEvent, type OutcomePlace } from '../../services/stream-outcomes.js';
import { EventStream, route, StreamOver, type HandlerInput, type Route, type ServerEvent } from '../route.js';
import { wantsFresh } from '../v1/lookups.js';
import { progressOf } from '../v1/stream.js';
import { REFUSALS, type LookupRoutesV2Context } from './lookups.js';
import { FINDING_EVENT, STREAM_EVENTS_V2, streamQueryV2, type StreamQueryV2 } from './stream-schemas.js';

/** `GET /v2/lookup/stream`: a v2 lookup, told as it becomes known. */
export function streamRoutesV2(ctx: LookupRoutesV2Context): Route[] {
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
      errors: ['not_found', ...REFUSALS],
      async handle(input) {
        const start = await begin(ctx, input);
        if (start.from?.key === END) return new StreamOver();
        return new EventStream(events(ctx, input, start));
      },
    }),
  ];
}

/** What stands in the place of a question in the id of `done`. */
const END = '~~';

interface Start {
  readonly lookup: LookupKnowledge['lookup'] & Pick<LookupRequest, 'band' | 'platforms'>;
  readonly from: OutcomePlace | undefined;
}
type Input = HandlerInput<unknown, StreamQueryV2, unknown>;

const EVENT_ID = /^([\w-]{1,64})\.(\d{1,9})\.([\w~/#-]{0,100})$/;
/** How long a new stream may wait for the row that it was just told is stored. */
const READING_MS = 1_000;

/** A resuming client goes on with its lookup and pays nothing; any other starts one. */
async function begin(ctx: LookupRoutesV2Context, input: Input): Promise<Start> {
  const lastId = input.headers['last-event-id'];
  const { accountId } = input.caller;
  if (lastId !== undefined) {
    const seen = EVENT_ID.exec(lastId);
    if (!seen) throw new ServiceError('invalid_parameter', 'Last-Event-ID: not an id of this stream.');
    const { lookup } = await readLookup(ctx, { accountId, lookupId: seen[1] as string });
    return { lookup, from: { seq: Number(seen[2]), key: seen[3] ?? '' } };
  }
  const request = readRequest(ctx, input);
  const { lookupId } = await acceptLookup(ctx, { caller: input.caller, request, token: null });
  const collected = { outcomes: [], modules: [], finished: false };
  const { lookup } = await knowInTime(ctx, { accountId, lookupId, request, collected, until: performance.now() + READING_MS });
  return { lookup: { ...request, ...lookup }, from: undefined };
}

function readRequest(ctx: LookupRoutesV2Context, input: Input) {
  const { query } = input;
  const all = <T>(values: T | readonly T[] | undefined): readonly T[] => (values === undefined ? [] : ([values].flat() as readonly T[]));
  const { email, phone, username, ip, module } = query;
  const identities = { emails: all(email), phones: all(phone), usernames: all(username), ips: all(ip) };
  const platforms = (query.platforms ?? '').split(',').map((slug) => slug.trim()).filter(Boolean);
  return readIdentitiesRequest(ctx, { identities, platforms, modules: module === undefined ? undefined : all(module) }, {
    delivery: query.instant ? 'instant' : 'stream',
    band: query.instant ? 'instant' : query.deep ? 'deep' : 'default',
    fresh: wantsFresh(input),
  });
}

async function* events(ctx: LookupRoutesV2Context, input: Input, { lookup, from }: Start): AsyncGenerator<ServerEvent> {
  const ceiling = new AbortController();
  const end = (): void => ceiling.abort();
  input.gone.addEventListener('abort', end, { once: true });
  if (input.gone.aborted) end();
  const until = input.query.instant ? input.receivedAt + ctx.instantCeilingMs : null;
  const timer = until === null ? undefined : setTimeout(end, Math.max(0, until - performance.now()));
  let seq = from?.seq ?? 0;
  const heard = new HeardNews();
  const idOf = (at: OutcomePlace): string => `${lookup.id}.${at.seq}.${at.key}`;
  try {
    // With an id: whoever is cut off before the first answer comes back to this lookup, and does not pay for another.
    yield { comment: `lookup ${lookup.id}`, id: idOf(from ?? { seq, key: '' }) };
    for await (const event of streamOutcomes(ctx, { lookupId: lookup.id, from, signal: ceiling.signal })) {
      if ('place' in event) seq = event.place.seq;
      if (event.kind === 'progress') heard.add(event.news);
      const told = tell(ctx, lookup, event, idOf);
      if (told) yield told;
    }
    if (input.gone.aborted) return;
    const { accountId } = input.caller;
    const known = await knowInTime(ctx, { accountId, lookupId: lookup.id, request: lookup, collected: heard, until: until ?? performance.now() + READING_MS });
    yield { id: idOf({ seq, key: END }), event: 'done', data: presentV2(withExpectedPlan(ctx.catalogue, lookup, known), ctx.catalogue) };
  } finally {
    clearTimeout(timer);
    input.gone.removeEventListener('abort', end);
  }
}

function tell(ctx: LookupRoutesV2Context, lookup: Start['lookup'], event: OutcomeEvent, idOf: (place: OutcomePlace) => string): ServerEvent | null {
  if (event.kind === 'progress') return { comment: progressOf(event) };
  const id = idOf(event.place);
  if (event.kind === 'module') {
    const told = toldFinding(lookup, event.fact);
    return told && { id, event: FINDING_EVENT[told.module], data: told.finding };
  }
  const { outcome } = event;
  if (outcome.state === 'inconclusive') return { id, event: 'omission', data: showOmission(lookup, outcome) };
  return { id, event: 'result', data: showResult(lookup, outcome, ctx.catalogue) };
}
