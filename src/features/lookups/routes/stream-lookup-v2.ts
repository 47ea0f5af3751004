import { z } from 'zod';
import { BILLED_V2, STREAM_LIMITS } from '../../../kernel/http/operation-notes.js';
import { identityText, onlyTrue, parameterText, usernameText, wholeNumber } from '../../../kernel/http/request-fields.js';
import { MAX_PER_KIND } from '../../../kernel/identity/subjects.js';
import { DEADLINE_MS, type LookupRequest, type RecordedOutcome } from '../lookup.js';
import { parseIdentitiesRequest } from '../use-cases/parse-identities-request.js';
import type { RequestOptions } from '../use-cases/parse-lookup-request.js';
import { IDENTITY_ERRORS, PURPOSE_ERRORS, slugsOf } from './shared/lookup-routes.js';
import { streamRoute, type StreamRoutesContext } from './shared/streaming.js';
import { DEADLINE_AND_MODE, DEADLINE_USE, DEEP_AND_INSTANT, moduleName, noise, purpose } from './shared/v2/request-schemas.js';
import { PRESENTATION_V2 } from './shared/v2/stream.js';

const streamParameters = z.object({
  email: repeatable(identityText('invalid_email'), MAX_PER_KIND, 'An e-mail address.'),
  phone: repeatable(identityText('invalid_phone'), MAX_PER_KIND, 'A phone number in E.164 format.'),
  username: repeatable(usernameText, MAX_PER_KIND, 'A username.', ['ada-example']),
  ip: repeatable(identityText('invalid_ip'), MAX_PER_KIND, 'An IPv4 or IPv6 address.'),
  module: repeatable(
    moduleName,
    20,
    'A module to run; modules that are not named do not run. Default: every module that has an identity to run for.',
  ),
  platforms: parameterText.optional().describe('Comma-separated slugs: check only these platforms. Default: the band.'),
  deep: onlyTrue.describe(
    'Check every platform instead of the default band; refused with `instant`, which probes only platforms that answer quickly.',
  ),
  instant: onlyTrue.describe('End the stream at the latency ceiling, or at `deadlineMs`.'),
  deadlineMs: wholeNumber(/^(?:[3-9][0-9]{2}|[1-9][0-9]{3}|10000)$/, `${DEADLINE_MS.least} to ${DEADLINE_MS.most}`)
    .optional()
    .describe(DEADLINE_USE),
  purpose,
  noise,
});

const streamQueryV2 = streamParameters
  .refine(({ deep, instant }) => !(deep && instant), DEEP_AND_INSTANT)
  .refine(({ instant, deadlineMs }) => instant || deadlineMs === undefined, DEADLINE_AND_MODE);

type StreamQueryV2 = z.infer<typeof streamQueryV2>;

/** `GET /v2/lookup/stream`. */
export const streamLookupV2Route = streamRoute<StreamQueryV2, RecordedOutcome>({
  operationId: 'streamLookupV2',
  path: '/v2/lookup/stream',
  summary: 'Look up several identities and stream each result',
  description:
    'Server-sent events: `result` or `omission` for each platform and identity, and a finding for each module and identity. The last ' +
    'event is `done`, sent exactly once; it equals the response of GET /v2/lookup/{id} at that moment. If a later fact changes a ' +
    'result, the event is sent again. Disconnecting does not cancel the lookup. Reconnect with `Last-Event-ID` to continue; it is not ' +
    `billed again. ${STREAM_LIMITS} ${BILLED_V2}`,
  query: streamQueryV2,
  errors: [...IDENTITY_ERRORS, ...PURPOSE_ERRORS],
  parse,
  ...PRESENTATION_V2,
});

/** A parameter that may be repeated; one value arrives as a string. */
function repeatable<T extends z.ZodType<string>>(one: T, most: number, description: string, examples: readonly string[] = []) {
  return z
    .union([z.array(one).max(most), one])
    .optional()
    .meta({ description: `${description} May be repeated.`, ...(examples.length > 0 ? { examples: [examples] } : {}) });
}

function parse(
  ctx: StreamRoutesContext,
  { email, phone, username, ip, module, platforms, instant, deep, ...body }: StreamQueryV2,
  options: RequestOptions,
): LookupRequest {
  const all = <T>(values: T | readonly T[] | undefined): readonly T[] => (values === undefined ? [] : ([values].flat() as readonly T[]));
  const identities = { emails: all(email), phones: all(phone), usernames: all(username), ips: all(ip) };
  return parseIdentitiesRequest(
    ctx,
    { ...body, identities, platforms: slugsOf(platforms), modules: module === undefined ? undefined : all(module) },
    { mode: instant ? 'instant' : 'stream', band: instant ? 'instant' : deep ? 'deep' : 'default', ...options },
  );
}
