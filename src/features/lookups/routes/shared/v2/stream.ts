/** The events of a v2 stream, and their payloads. */
import type { z } from 'zod';
import type { LookupSnapshot, SnapshotLookup } from '../../../lookup-snapshot.js';
import type { RecordedOutcome } from '../../../lookup.js';
import type { SeenBefore } from '../../../seen.js';
import { BY_IDENTITY, type Emission } from '../../../use-cases/stream-lookup.js';
import type { ShownEvent, StreamRoutesContext } from '../streaming.js';
import { lookupV2, omission, resultV2 } from './body-schemas.js';
import { breachesFinding, emailFinding, ipFinding, phoneFinding, webMentionsFinding } from './finding-schemas.js';
import { presentV2 } from './lookup-body.js';
import { findingEvent } from './module-findings.js';
import { showOmission, showResult } from './platform-results.js';

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

/** How both streams of v2 show what becomes known. */
export const PRESENTATION_V2 = {
  events: STREAM_EVENTS_V2,
  projection: BY_IDENTITY,
  opening: (lookupId: string) => `lookup ${lookupId}`,
  show,
  present: ({ catalogue }: StreamRoutesContext, known: LookupSnapshot, _isInstant: boolean, seen?: SeenBefore) =>
    presentV2(known, catalogue, { seen }),
  showsSeen: true,
} as const;

function show({ catalogue }: StreamRoutesContext, event: Emission<RecordedOutcome>, lookup: SnapshotLookup): ShownEvent | null {
  if (event.kind === 'module') {
    const found = findingEvent(lookup, event.fact);
    return found && { event: FINDING_EVENT[found.module], data: found.finding };
  }
  const { answer } = event;
  if (answer.state === 'inconclusive') return { event: 'omission', data: showOmission(lookup, answer) };
  return { event: 'result', data: showResult(lookup, answer, catalogue) };
}
