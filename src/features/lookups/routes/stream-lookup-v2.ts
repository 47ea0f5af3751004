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
  module: repeatable(moduleName, 20, 'A module to run; the others do not run. Default: every module that fits an identity.'),
  platforms: parameterText
    .optional()
    .describe('Comma-separated slugs: check only these platforms. By default, `deep` and `instant` decide.'),
  deep: onlyTrue.describe(
    'Check every platform, not only the default ones. Refused with `instant`, which probes only platforms that answer quickly.',
  ),
  instant: onlyTrue.describe('End the stream after `deadlineMs`, with the results so far.'),
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
    'Sends server-sent events. For each platform and identity, there is a `result`, or an `omission` if there is no confident answer. ' +
    'For each module (another kind of check) and identity, there is a finding. If something found later changes a result, its event is ' +
    'sent again. The last event is `done`, sent exactly once. Its data is what GET /v2/lookup/{id} returns at that moment. Disconnecting ' +
    `does not cancel the lookup. To continue, reconnect with \`Last-Event-ID\`; this is not billed. ${STREAM_LIMITS} ${BILLED_V2}`,
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
