import type * as tables from './schema.js';
import { none, NOBODY, type SchemaPrivacy } from '../../../kernel/db/personal-data.js';

const endpoint = { retention: 'with the endpoint', shownBy: 'listWebhookEndpoints exportAccount' } as const;
const attempt = {
  why: 'to show holders why a delivery failed',
  retention: 'with its event: 30 days at most, or with its lookup',
  shownBy: 'getWebhookDelivery exportAccount',
} as const;
const sent = {
  why: 'every attempt and resend sends the same bytes',
  retention: "30 days, with its lookup, or the account's retention period if that is shorter",
  shownBy: 'getWebhookDelivery exportAccount',
  isContent: true,
  alsoReadBy: "the account's receivers of events",
} as const;
const mail = {
  why: 'to deliver the mail',
  retention: "90 days, or the account's retention period if that is shorter",
  shownBy: 'listMails exportAccount',
} as const;

export const WEBHOOKS = {
  webhookEndpoints: {
    url: { what: "the receiver's address, which may name a person", why: 'to deliver events', ...endpoint },
    description: { what: "the holder's words", why: 'to tell endpoints apart', ...endpoint },
    ...none(
      'id accountId eventTypes payload state disabledReason disabledAt failingSince lastFailedAt warningsSent nextCheckAt maxInFlight',
    ),
    ...none('createdAt'),
  },
  webhookSecrets: none('id endpointId sealed createdAt validUntil'),
  webhookEvents: {
    body: { what: 'what is sent: of a finished lookup its whole answer, identities included', ...sent },
    summary: { what: 'what is sent of a finished lookup to receivers that want its counts only', ...sent },
    ...none('id accountId apiKeyId type dedupKey apiVersion isDeferred storedBytes createdAt'),
  },
  webhookDeliveries: {
    ...none('eventId endpointId accountId eventType payload state failureReason run trigger scheduleOffsetMs attempts nextAttemptAt'),
    ...none('lastAttemptAt lastStatus lastFailure leaseUntil isHeld createdAt'),
  },
  webhookStoredBytes: none('accountId shard bytes'),
  webhookAttempts: {
    url: { what: "the receiver's address at that time", ...attempt },
    detail: { what: 'why the attempt failed', ...attempt },
    remoteAddress: { what: "the receiver's IP address", ...attempt },
    responseBody: { what: 'first bytes of what the receiver answered, which may repeat what was sent', ...attempt, isContent: true },
    ...none('eventId endpointId number trigger at failure status durationMs nextAttemptAt'),
  },
  mails: {
    recipient: { what: 'the e-mail address of the account holder, of somebody who signs in or who is invited', ...mail },
    subject: { what: 'the subject of a mail to the account holder', ...mail },
    text: { what: 'the mail, which names an endpoint', ...mail },
    sealed: {
      what: 'the code or token of a mail, sealed',
      why: 'to deliver the mail',
      retention: 'until it is sent or kept',
      ...NOBODY,
    },
    html: { what: 'the same as HTML', ...mail, shownBy: 'exportAccount' },
    ...none('id accountId dedupKey kind state createdAt sentAt'),
  },
} as const satisfies SchemaPrivacy<typeof tables>;
