/** Query parameters of a v2 stream, and the payloads of its events. */
import { z } from 'zod';
import { MAX_PER_KIND } from '../../../../kernel/identity/subjects.js';
import { identityText, onlyTrue, parameterText, usernameText, wholeNumber } from '../../../../kernel/http/request-fields.js';
import {
  breachesFinding,
  emailFinding,
  ipFinding,
  lookupV2,
  omission,
  phoneFinding,
  resultV2,
  webMentionsFinding,
} from './body-schemas.js';
import { DEADLINE_AND_MODE, DEADLINE_USE, DEEP_AND_INSTANT, moduleName, purpose } from './request-schemas.js';
import { DEADLINE_MS, type LookupRequest, type RecordedOutcome } from '../../lookup.js';
import type { LookupSnapshot, SnapshotLookup } from '../../lookup-snapshot.js';
import { findingEvent } from './module-findings.js';
import { presentV2 } from './lookup-body.js';
import { showOmission, showResult } from './platform-results.js';
import { parseIdentitiesRequest } from '../../use-cases/parse-identities-request.js';
import { BY_IDENTITY, type Emission } from '../../use-cases/stream-lookup.js';
import { IDENTITY_ERRORS, PURPOSE_ERRORS, type RequestOptions, slugsOf } from '../lookup-routes.js';
import type { SeenBefore } from '../../seen.js';
import { BILLED_V2, STREAM_LIMITS } from '../../../../kernel/http/operation-notes.js';
import type { Route } from '../../../../kernel/http/route.js';
import { followingRoute, type ShownEvent, streamRoute, type StreamRoutesContext } from '../streaming.js';

/** A parameter that may be repeated; one value arrives as a string. */
function repeatable<T extends z.ZodType<string>>(one: T, most: number, description: string, examples: readonly string[] = []) {
  return z
    .union([z.array(one).max(most), one])
    .optional()
    .meta({ description: `${description} May be repeated.`, ...(examples.length > 0 ? { examples: [examples] } : {}) });
}

const streamParameters = z.object({
  email: repeatable(identityText('invalid_email'), MAX_PER_KIND, 'An e-mail address.'),
  phone: repeatable(identityText('invalid_phone'), MAX_PER_KIND, 'A phone number in E.164 format.'),
  username: repeatable(usernameText, MAX_PER_KIND, 'A username.', ['ada-example']),
  ip: repeatable(identityText('invalid_ip'), MAX_PER_KIND, 'An IPv4 or IPv6 address.'),
  module: repeatable(moduleName, 20, 'A module to run; other modules do not run. Absent: all modules that have an identity to run for.'),
  platforms: parameterText.optional().describe('Slugs, comma-separated: check only these. Absent or empty: the band.'),
  deep: onlyTrue.describe('Check every platform instead of the default band; refused with `instant`, which probes few platforms.'),
  instant: onlyTrue.describe('End the stream at the latency ceiling, or at `deadlineMs`.'),
  deadlineMs: wholeNumber(/^(?:[3-9][0-9]{2}|[1-9][0-9]{3}|10000)$/, `${DEADLINE_MS.least} to ${DEADLINE_MS.most}`)
    .optional()
    .describe(DEADLINE_USE),
  purpose,
});
const streamQueryV2 = streamParameters
  .refine(({ deep, instant }) => !(deep && instant), DEEP_AND_INSTANT)
  .refine(({ instant, deadlineMs }) => instant || deadlineMs === undefined, DEADLINE_AND_MODE);
type StreamQueryV2 = z.infer<typeof streamQueryV2>;

/** Event types by module. */
const FINDING_EVENT = {
  email: 'email_finding',
  phone: 'phone_finding',
  ip: 'ip_finding',
  breaches: 'breaches_finding',
  webMentions: 'web_mentions_finding',
} as const;

const STREAM_EVENTS_V2 = {
  result: resultV2,
  omission,
  email_finding: emailFinding,
  phone_finding: phoneFinding,
  ip_finding: ipFinding,
  breaches_finding: breachesFinding,
  web_mentions_finding: webMentionsFinding,
  done: lookupV2,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** `GET /v2/lookup/stream`, a v2 lookup, emitted as it becomes known; `GET /v2/lookup/{id}/stream`, any lookup that was accepted before. */
export function streamRoutesV2(ctx: StreamRoutesContext): Route[] {
  const presentation = {
    events: STREAM_EVENTS_V2,
    projection: BY_IDENTITY,
    opening: (lookupId: string) => `lookup ${lookupId}`,
    show: (event: Emission<RecordedOutcome>, lookup: SnapshotLookup) => show(ctx, event, lookup),
    present: (known: LookupSnapshot, _isInstant: boolean, seen?: SeenBefore) => presentV2(known, ctx.catalogue, { seen }),
    showsSeen: true,
  } as const;
  return [
    streamRoute<StreamQueryV2, RecordedOutcome>(ctx, {
      operationId: 'streamLookupV2',
      path: '/v2/lookup/stream',
      summary: 'Look up several identities and stream each result',
      description:
        'Server-sent events: `result` or `omission` for each platform and identity, a finding for each module and identity, then ' +
        '`done` as the last event, exactly once; it equals the response of GET /v2/lookup/{id} at that moment. If a later fact ' +
        'changes a result, the event is sent again. Disconnecting does not cancel the lookup. Reconnect with `Last-Event-ID` to ' +
        `continue; it is not billed again. ${STREAM_LIMITS} ${BILLED_V2}`,
      query: streamQueryV2,
      errors: [...IDENTITY_ERRORS, ...PURPOSE_ERRORS],
      parse: (query, options) => parse(ctx, query, options),
      ...presentation,
    }),
    followingRoute<RecordedOutcome>(ctx, {
      operationId: 'followLookupV2',
      path: '/v2/lookup/:id/stream',
      summary: 'Follow a lookup that was accepted before',
      description:
        'Sends all events of a lookup or single check of the account from its beginning, as GET /v2/lookup/stream does. The lookup ' +
        'can be running or finished, and can have been started in any way: asynchronously, in a batch or by v1. It is not billed. ' +
        'Both streams use the same event ids, so you can reconnect to either with `Last-Event-ID`. The id of a lookup of another ' +
        `account is treated as unknown. ${STREAM_LIMITS}`,
      ...presentation,
    }),
  ];
}

function parse(ctx: StreamRoutesContext, query: StreamQueryV2, options: RequestOptions): LookupRequest {
  const { email, phone, username, ip, module, instant, deep, purpose, deadlineMs } = query;
  const all = <T>(values: T | readonly T[] | undefined): readonly T[] => (values === undefined ? [] : ([values].flat() as readonly T[]));
  const identities = { emails: all(email), phones: all(phone), usernames: all(username), ips: all(ip) };
  return parseIdentitiesRequest(
    ctx,
    { identities, platforms: slugsOf(query.platforms), modules: module === undefined ? undefined : all(module), purpose, deadlineMs },
    { mode: instant ? 'instant' : 'stream', band: instant ? 'instant' : deep ? 'deep' : 'default', ...options },
  );
}

function show({ catalogue }: StreamRoutesContext, event: Emission<RecordedOutcome>, lookup: SnapshotLookup): ShownEvent | null {
  if (event.kind === 'module') {
    const found = findingEvent(lookup, event.fact);
    return found && { event: FINDING_EVENT[found.module], data: found.finding };
  }
  const { answer } = event;
  if (answer.state === 'inconclusive') return { event: 'omission', data: showOmission(lookup, answer) };
  return { event: 'result', data: showResult(lookup, answer, catalogue) };
}
