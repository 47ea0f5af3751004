import { z } from 'zod';
import type { Module } from '../../domain/lookup/checks.js';
import { summarise, type PlatformAnswer } from '../../domain/lookup/lookup-summary.js';
import type { LookupRequest } from '../../domain/lookup/lookup.js';
import { readLookup } from '../../services/lookups/read-lookup.js';
import { parseLookupRequest } from '../../services/lookups/parse-lookup-request.js';
import { BY_PLATFORM, type Emission } from '../../services/lookups/stream-lookup.js';
import {
  openStream,
  streamEvents,
  type OpenedStream,
  type ShownEvent,
  type StreamFormat,
  type StreamRoutesContext,
} from '../lookup-stream.js';
import { route, StreamEnded, type HandlerInput, type Route } from '../route.js';
import { plannedPlatforms, bypassesCache } from './lookups.js';
import { presentLookup, presentResult } from './presenters.js';
import { onlyTrue } from './schemas.js';
import { STREAM_EVENTS } from './stream-schemas.js';

const streamQuery = z.object({
  query: z
    .string()
    .optional()
    .meta({ description: 'E-mail address, phone number or username, detected.', examples: ['ada-example'] }),
  email: z.string().optional().describe('A known e-mail address; also runs the mailbox module.'),
  phone: z.string().optional().describe('Phone number in E.164 format; also runs the line module.'),
  ip: z.string().optional().describe('IPv4 or IPv6 address; runs the address module.'),
  deep: z.string().meta({ description: '`true`: every platform. Anything else: the default band.', examples: ['false'] }),
  platforms: z.string().meta({ description: 'Slugs, comma-separated: check only these. Empty: the band.', examples: [''] }),
  instant: onlyTrue.describe('Close the stream at the ceiling; `done` then says how many platforms are pending.'),
});
type StreamQuery = z.infer<typeof streamQuery>;

/** Event types (docs/contract.md, 5.1) besides platform_result and done; e-mail and IP facts are in `done` only. */
const MODULE_EVENT: Partial<Record<Module, { event: string; field: string }>> = {
  breaches: { event: 'breach_result', field: 'breaches' },
  webMentions: { event: 'web_mentions_result', field: 'webMentions' },
  phone: { event: 'phone_details_result', field: 'phoneDetails' },
};

export function streamRoutes(ctx: StreamRoutesContext): Route[] {
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
      errors: [
        'not_found',
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
        await ctx.refreshAvailable();
        const opened = await openStream(ctx, input, { operation: 'streamLookup', readRequest: () => readStreamRequest(ctx, input) });
        return opened instanceof StreamEnded ? opened : streamEvents(ctx, input, opened, formatOf(ctx, input, opened));
      },
    }),
  ];
}

type Input = HandlerInput<unknown, StreamQuery, unknown>;

function readStreamRequest(ctx: StreamRoutesContext, input: Input): LookupRequest {
  const { query: text, email, phone, ip, deep, instant, platforms: slugs } = input.query;
  const platforms = slugs
    .split(',')
    .map((slug) => slug.trim())
    .filter(Boolean);
  const checks = { phone: phone !== undefined, email: email !== undefined, ip: ip !== undefined };
  return parseLookupRequest(
    ctx,
    { query: text, email, phone, ip, platforms, checks },
    {
      delivery: instant ? 'instant' : 'stream',
      band: instant ? 'instant' : deep === 'true' ? 'deep' : 'default',
      fresh: bypassesCache(input),
    },
  );
}

function formatOf(ctx: StreamRoutesContext, input: Input, opened: OpenedStream): StreamFormat<PlatformAnswer> {
  const { lookupId, request } = opened;
  const planned = opened.planned ?? plannedPlatforms(ctx, request);
  const atCeiling = (pending: number) =>
    input.query.instant ? { instant: true, deadlineMs: ctx.instantCeilingMs, platformsPending: Math.max(0, pending) } : {};
  return {
    projection: BY_PLATFORM,
    opening: `lookup ${lookupId} planned ${planned}`,
    show: (event) => show(ctx, event),
    async doneFrom({ outcomes, modules, finished, planned: inPlan }) {
      const summary = summarise(outcomes);
      const view = { lookup: { ...request, id: lookupId }, summary, modules };
      return { ...presentLookup(ctx.catalogue, view), ...atCeiling(finished ? 0 : (inPlan ?? planned) - summary.swept) };
    },
    async readDone() {
      const view = await readLookup(ctx, { accountId: input.caller.accountId, lookupId });
      const pending = view.lookup.state === 'finished' ? 0 : plannedPlatforms(ctx, view.lookup) - view.summary.swept;
      return { ...presentLookup(ctx.catalogue, view), ...atCeiling(pending) };
    },
  };
}

function show({ catalogue }: StreamRoutesContext, event: Emission<PlatformAnswer>): ShownEvent | null {
  if (event.kind === 'answer') return { event: 'platform_result', data: presentResult(catalogue, event.answer) };
  const shape = MODULE_EVENT[event.fact.module];
  // Null is "not checked": there is nothing to emit.
  return shape && event.fact.payload !== null ? { event: shape.event, data: { [shape.field]: event.fact.payload } } : null;
}
