import type { LookupRequest, RecordedOutcome } from '../../domain/lookup/lookup.js';
import type { SnapshotLookup } from '../../domain/lookup/lookup-snapshot.js';
import { findingEvent } from '../../domain/v2/module-findings.js';
import { presentV2 } from '../../domain/v2/lookup-body.js';
import { showOmission, showResult } from '../../domain/v2/platform-results.js';
import { parseIdentitiesRequest } from '../../services/lookups/parse-identities-request.js';
import { BY_IDENTITY, type Emission } from '../../services/lookups/stream-lookup.js';
import { slugsOf } from '../lookup-routes.js';
import type { Route } from '../route.js';
import { type ShownEvent, streamRoute, type StreamRoutesContext } from '../streaming.js';
import { REFUSALS } from './lookups.js';
import { FINDING_EVENT, STREAM_EVENTS_V2, streamQueryV2, type StreamQueryV2 } from './stream-schemas.js';

/** `GET /v2/lookup/stream`: a v2 lookup, emitted as it becomes known. */
export function streamRoutesV2(ctx: StreamRoutesContext): Route[] {
  return [
    streamRoute<StreamQueryV2, RecordedOutcome>(ctx, {
      operationId: 'streamLookupV2',
      path: '/v2/lookup/stream',
      summary: 'Look several identities up and stream each answer as it resolves',
      query: streamQueryV2,
      events: STREAM_EVENTS_V2,
      errors: REFUSALS,
      projection: BY_IDENTITY,
      parse: (query, bypassCache) => parse(ctx, query, bypassCache),
      opening: (lookupId) => `lookup ${lookupId}`,
      show: (event, lookup) => show(ctx, event, lookup),
      present: (known) => presentV2(known, ctx.catalogue),
    }),
  ];
}

function parse(ctx: StreamRoutesContext, query: StreamQueryV2, bypassCache: boolean): LookupRequest {
  const { email, phone, username, ip, module, instant, deep } = query;
  const all = <T>(values: T | readonly T[] | undefined): readonly T[] => (values === undefined ? [] : ([values].flat() as readonly T[]));
  const identities = { emails: all(email), phones: all(phone), usernames: all(username), ips: all(ip) };
  return parseIdentitiesRequest(
    ctx,
    { identities, platforms: slugsOf(query.platforms), modules: module === undefined ? undefined : all(module) },
    { mode: instant ? 'instant' : 'stream', band: instant ? 'instant' : deep ? 'deep' : 'default', bypassCache },
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
