import { z } from 'zod';
import type { Module } from '../../../facts/checks.js';
import { BILLED_V1, STREAM_LIMITS } from '../../../kernel/http/operation-notes.js';
import { identityText, onlyTrue, parameterText, queryText } from '../../../kernel/http/request-fields.js';
import type { PlatformAnswer } from '../lookup-summary.js';
import type { SnapshotLookup } from '../lookup-snapshot.js';
import type { LookupRequest } from '../lookup.js';
import { type MergedFacts, mergeFacts } from '../module-facts.js';
import { parseLookupRequest, type RequestOptions } from '../use-cases/parse-lookup-request.js';
import { BY_PLATFORM, type Emission } from '../use-cases/stream-lookup.js';
import { IDENTITY_ERRORS, slugsOf } from './shared/lookup-routes.js';
import { type ShownEvent, streamRoute, type StreamRoutesContext } from './shared/streaming.js';
import { pendingPlatforms, presentLookup, presentResult } from './shared/v1/presenters.js';
import { breachRecord, lookupResponse, phoneDetails, platformResult, webMention } from './shared/v1/schemas.js';

const breachResult = z.object({ breaches: z.array(breachRecord) }).meta({ id: 'BreachResultEvent' });

const webMentionsResult = z.object({ webMentions: z.array(webMention) }).meta({ id: 'WebMentionsResultEvent' });

const phoneDetailsResult = z.object({ phoneDetails }).meta({ id: 'PhoneDetailsResultEvent' });

const done = z
  .object({
    ...lookupResponse.shape,
    instant: z.boolean().optional().describe('Instant streams only: true.'),
    deadlineMs: z.int().optional().describe('Instant streams only: the time limit in milliseconds.'),
    platformsPending: z.int().optional().describe('Instant streams only: platforms that had not answered when the time was up.'),
  })
  .meta({ id: 'DoneEvent', description: 'The last event: the response of GET /v1/lookup/{id} at that moment.' });

const STREAM_EVENTS = {
  platform_result: platformResult,
  breach_result: breachResult,
  web_mentions_result: webMentionsResult,
  phone_details_result: phoneDetailsResult,
  done,
} as const satisfies Readonly<Record<string, z.ZodType>>;

const streamQuery = z.object({
  query: queryText
    .optional()
    .meta({ description: 'An e-mail address, a phone number or a username; the type is detected.', examples: ['ada-example'] }),
  email: identityText('invalid_email').optional().describe('An e-mail address; also checked as in `POST /v1/email`.'),
  phone: identityText('invalid_phone').optional().describe('A phone number in E.164 format; also checked as in `POST /v1/phone`.'),
  ip: identityText('invalid_ip').optional().describe('An IPv4 or IPv6 address; checked as in `POST /v1/ip`.'),
  deep: parameterText.meta({ description: '`true`: every platform. Anything else: the default platforms.', examples: ['false'] }),
  platforms: parameterText.meta({ description: 'Comma-separated slugs of the only platforms to check. May be empty.', examples: [''] }),
  instant: onlyTrue.describe('Close the stream after `INSTANT_CEILING_MS`. `done` then counts the platforms that have not answered.'),
});

type StreamQuery = z.infer<typeof streamQuery>;

/** Event types (docs/contract.md, 5.1) besides platform_result and done; e-mail and IP facts are in `done` only. */
const MODULE_EVENT: Partial<Record<Module, { event: string; field: keyof MergedFacts }>> = {
  breaches: { event: 'breach_result', field: 'breaches' },
  webMentions: { event: 'web_mentions_result', field: 'webMentions' },
  phone: { event: 'phone_details_result', field: 'phoneDetails' },
};

/** `GET /v1/lookup/stream`. */
export const streamLookupRoute = streamRoute<StreamQuery, PlatformAnswer>({
  operationId: 'streamLookup',
  path: '/v1/lookup/stream',
  summary: 'Look up an identity and stream each result',
  description:
    'Server-sent events: one for each platform result. The last event is `done`, sent exactly once. Disconnecting does not cancel the ' +
    'lookup. To continue, reconnect with `Last-Event-ID`; this is not billed. The first event id arrives before the first result, so ' +
    `you can always reconnect. Reconnecting with the id of \`done\` returns an empty 204. ${STREAM_LIMITS} Lines that begin with a ` +
    `colon keep the connection open or show progress. ${BILLED_V1}`,
  query: streamQuery,
  events: STREAM_EVENTS,
  errors: IDENTITY_ERRORS,
  projection: BY_PLATFORM,
  parse,
  opening: (lookupId, planned) => `lookup ${lookupId} planned ${planned}`,
  show,
  present: (ctx, known, instant) => ({
    ...presentLookup(ctx.catalogue, known),
    ...(instant ? { instant, deadlineMs: ctx.instantCeilingMs, platformsPending: pendingPlatforms(known) } : {}),
  }),
});

function parse(ctx: StreamRoutesContext, { deep, instant, platforms, ...body }: StreamQuery, options: RequestOptions): LookupRequest {
  const checks = { phone: body.phone !== undefined, email: body.email !== undefined, ip: body.ip !== undefined };
  return parseLookupRequest(
    ctx,
    { ...body, platforms: slugsOf(platforms), checks },
    { mode: instant ? 'instant' : 'stream', band: instant ? 'instant' : deep === 'true' ? 'deep' : 'default', ...options },
  );
}

function show({ catalogue }: StreamRoutesContext, event: Emission<PlatformAnswer>, { subjects }: SnapshotLookup): ShownEvent | null {
  if (event.kind === 'answer') return { event: 'platform_result', data: presentResult(catalogue, event.answer) };
  const shape = MODULE_EVENT[event.fact.module];
  // Null is "not checked", or "nothing" about one of several identities: only `done` knows whether that is so of all.
  const found = shape && mergeFacts([event.fact], subjects)[shape.field];
  return shape && found ? { event: shape.event, data: { [shape.field]: found } } : null;
}
