/** Emails to account holders about their webhooks: endpoints that keep failing, and events that are stored. */
import { DAYS_TO_DISABLE } from './endpoint.js';
import { emailContent, type EmailContent } from '../emails/email.js';

export interface FailingEndpoint {
  readonly url: string;
  readonly failingSince: Date;
  readonly lastFailedAt: Date;
}

const dayWord = (days: number): string => `${days} day${days === 1 ? '' : 's'}`;
/** To the minute, in UTC: enough to find it in a log. */
const formatTimestamp = (date: Date): string => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function facts({ url, failingSince, lastFailedAt }: FailingEndpoint) {
  return [
    ['Endpoint', url],
    ['First failure', formatTimestamp(failingSince)],
    ['Last failure', formatTimestamp(lastFailedAt)],
  ] as const;
}

/** After one and two days of failure. @param days whole days since the first failure */
export function endpointWarning(endpoint: FailingEndpoint, days: number): EmailContent {
  const left = DAYS_TO_DISABLE - days;
  return emailContent({
    kind: 'endpoint_warning',
    subject: `A webhook endpoint has been failing for ${dayWord(days)}`,
    paragraphs: [
      `One of your webhook endpoints has not acknowledged any event for ${dayWord(days)}.`,
      `If it keeps failing, it will be disabled in ${dayWord(left)}. A 2xx response within ten seconds prevents this.`,
      'The delivery log shows each attempt with its response.',
    ],
    facts: facts(endpoint),
  });
}

/** Sent when it was disabled, after three days. */
export function endpointDisabled(endpoint: FailingEndpoint): EmailContent {
  return emailContent({
    kind: 'endpoint_disabled',
    subject: 'A webhook endpoint was disabled',
    paragraphs: [
      `One of your webhook endpoints has been failing for ${dayWord(DAYS_TO_DISABLE)}, so it was disabled. No more events are sent to it.`,
      'When it works again, enable it. You can then recover the events that it missed: they are kept, and a dry run shows how many ' +
        'there are.',
    ],
    facts: facts(endpoint),
  });
}

/** When stored events reach 80 % of the limit. @param limit in bytes */
export function storageWarning(limit: number): EmailContent {
  return emailContent({
    kind: 'webhook_storage',
    subject: 'Your stored events are close to their limit',
    paragraphs: [
      'The stored events of your account use more than 80 % of their space. The usual reasons are an endpoint that acknowledges few of ' +
        'them, and the event feed (GET /v2/events), whose events are kept whether or not they were read.',
      'Above the limit, no event is refused: a new one is stored as its id and type. Its body is written when it is first sent to an ' +
        'endpoint, and each time that the feed is read. If its lookup was deleted by then, the event ends as `erased`, and the feed ' +
        'no longer has it.',
    ],
    facts: [['Limit', `${Math.round(limit / 1_048_576)} MB`]],
  });
}
