import { z } from 'zod';
import type { Module } from '../../domain/checks.js';
import { ServiceError } from '../../domain/errors.js';
import type { LookupNews } from '../../domain/lookup-ports.js';
import { summarise } from '../../domain/lookup-summary.js';
import type { Lookup, LookupRequest } from '../../domain/lookup.js';
import { acceptLookup } from '../../services/accept-lookup.js';
import { HeardNews } from '../../services/heard-news.js';
import { readLookup } from '../../services/read-lookup.js';
import { readLookupRequest } from '../../services/read-lookup-request.js';
import { streamLookup, type StreamEvent, type StreamPlace } from '../../services/stream-lookup.js';
import { EventStream, route, StreamOver, type HandlerInput, type Route, type ServerEvent } from '../route.js';
import { plannedPlatforms, wantsFresh, type LookupRoutesContext } from './lookups.js';
import { presentLookup, presentResult } from './presenters.js';
import { onlyTrue } from './schemas.js';
import { STREAM_EVENTS } from './stream-schemas.js';

const streamQuery = z.object({
  query: z.string().optional().meta({ description: 'E-mail address, phone number or username, detected.', examples: ['ada-example'] }),
  email: z.string().optional().describe('A known e-mail address; also runs the mailbox module.'),
  phone: z.string().optional().describe('Phone number in E.164 format; also runs the line module.'),
  ip: z.string().optional().describe('IPv4 or IPv6 address; runs the address module.'),
  deep: z.string().meta({ description: '`true`: every platform. Anything else: the default band.', examples: ['false'] }),
  platforms: z.string().meta({ description: 'Slugs, comma-separated: check only these. Empty: the band.', examples: [''] }),
  instant: onlyTrue.describe('Close the stream at the ceiling; `done` then says how many platforms are pending.'),
});
type StreamQuery = z.infer<typeof streamQuery>;

/** The seed's event types besides platform_result and done; facts of mailbox and address are told in `done` only. */
const MODULE_EVENT: Partial<Record<Module, { event: string; field: string }>> = {
  breaches: { event: 'breach_result', field: 'breaches' },
  webMentions: { event: 'web_mentions_result', field: 'webMentions' },
  phone: { event: 'phone_details_result', field: 'phoneDetails' },
};

export function streamRoutes(ctx: LookupRoutesContext): Route[] {
  return [
    route({
      operationId: 'streamLookup',
      method: 'get',
      path: '/v1/lookup/stream',
      summary: 'Look an identity up and stream each result as it resolves',
      rateClass: 'requests',
      startsWork: true,
      params: z.object({}),
      query: streamQuery,
      response: z.string(),
      events: STREAM_EVENTS,
      errors: ['not_found', 'quota_exceeded', 'insufficient_credits', 'missing_subject', 'unknown_platform', 'invalid_email', 'invalid_phone', 'invalid_ip', 'invalid_parameter'],
      async handle(input) {
        const start = await begin(ctx, input);
        if (start.from?.platform === END) return new StreamOver();
        return new EventStream(events(ctx, input, start));
      },
    }),
  ];
}

/** What stands in the place of a platform in the id of `done`. */
const END = '~~';

interface Start {
  readonly lookup: LookupRequest & Pick<Lookup, 'id'>;
  readonly from: StreamPlace | undefined;
  readonly planned: number;
}
type Input = HandlerInput<unknown, StreamQuery, unknown>;

/** A resuming client goes on with its lookup and pays nothing; any other starts one. */
async function begin(ctx: LookupRoutesContext, input: Input): Promise<Start> {
  const lastId = input.headers['last-event-id'];
  const seen = lastId === undefined ? null : /^([\w-]{1,64})\.(\d{1,9})\.([a-z0-9~-]{0,64})$/i.exec(lastId);
  if (lastId !== undefined && !seen) throw new ServiceError('invalid_parameter', 'Last-Event-ID: not an id of this stream.');
  if (seen) {
    const { lookup } = await readLookup(ctx, { accountId: input.caller.accountId, lookupId: seen[1] as string });
    return { lookup, from: { seq: Number(seen[2]), platform: seen[3] ?? '' }, planned: plannedPlatforms(ctx, lookup) };
  }
  const request = readStreamRequest(ctx, input.query, wantsFresh(input));
  const { lookupId } = await acceptLookup(ctx, { caller: input.caller, request, token: null });
  return { lookup: { ...request, id: lookupId }, from: undefined, planned: plannedPlatforms(ctx, request) };
}

function readStreamRequest(ctx: LookupRoutesContext, query: StreamQuery, fresh: boolean): LookupRequest {
  const { query: text, email, phone, ip } = query;
  const platforms = query.platforms.split(',').map((slug) => slug.trim()).filter(Boolean);
  const checks = { phone: phone !== undefined, email: email !== undefined, ip: ip !== undefined };
  return readLookupRequest(ctx, { query: text, email, phone, ip, platforms, checks }, {
    delivery: query.instant ? 'instant' : 'stream',
    band: query.instant ? 'instant' : query.deep === 'true' ? 'deep' : 'default',
    fresh,
  });
}

async function* events(ctx: LookupRoutesContext, input: Input, start: Start): AsyncGenerator<ServerEvent> {
  const ceiling = new AbortController();
  const end = (): void => ceiling.abort();
  input.gone.addEventListener('abort', end, { once: true });
  if (input.gone.aborted) end();
  const until = input.query.instant ? input.receivedAt + ctx.instantCeilingMs : null;
  const timer = until === null ? undefined : setTimeout(end, Math.max(0, until - performance.now()));
  let place: StreamPlace = start.from ?? { seq: 0, platform: '' };
  const { lookup } = start;
  const heard = new HeardNews();
  const idOf = (at: StreamPlace): string => `${lookup.id}.${at.seq}.${at.platform}`;
  try {
    // With an id: whoever is cut off before the first result comes back to this lookup, and does not pay for another.
    yield { comment: `lookup ${lookup.id} planned ${start.planned}`, id: idOf(place) };
    for await (const event of streamLookup(ctx, { lookupId: lookup.id, from: start.from, signal: ceiling.signal })) {
      if ('place' in event) place = event.place;
      if (event.kind === 'progress') heard.add(event.news);
      const told = tell(ctx, event, idOf);
      if (told) yield told;
    }
    if (input.gone.aborted) return;
    const summary = summarise(heard.outcomes);
    const pending = heard.finished ? 0 : Math.max(0, (heard.planned ?? start.planned) - summary.swept);
    const instant = input.query.instant ? { instant: true, deadlineMs: ctx.instantCeilingMs, platformsPending: pending } : {};
    yield { id: idOf({ seq: place.seq, platform: END }), event: 'done', data: { ...presentLookup(ctx.catalogue, { lookup, summary, modules: heard.modules }), ...instant } };
  } finally {
    clearTimeout(timer);
    input.gone.removeEventListener('abort', end);
  }
}

/** How many platforms have ended, answered or omitted, of how many that are asked. */
export function progressOf({ checked, news }: { readonly checked: number; readonly news: Pick<LookupNews, 'planned'> }): string {
  return `progress ${checked}${news.planned === null ? '' : ` of ${news.planned}`}`;
}

function tell(ctx: LookupRoutesContext, event: StreamEvent, idOf: (place: StreamPlace) => string): ServerEvent | null {
  if (event.kind === 'platform') return { id: idOf(event.place), event: 'platform_result', data: presentResult(ctx.catalogue, event.answer) };
  if (event.kind === 'progress') return { comment: progressOf(event) };
  const shape = event.kind === 'module' ? MODULE_EVENT[event.fact.module] : undefined;
  // Null is "not checked": there is nothing to tell.
  if (event.kind !== 'module' || !shape || event.fact.payload === null) return null;
  return { id: idOf(event.place), event: shape.event, data: { [shape.field]: event.fact.payload } };
}
