/** Request and response schemas of webhook management. docs/contract.md, 13. */
import { z } from 'zod';
import { freeText, idOf, idText, text, timestampText } from '../../../../kernel/http/request-fields.js';
import { STATS_PERIODS } from '../../delivery-stats.js';
import { ATTEMPT_FAILURES, DELIVERY_FAILURE_REASONS, DELIVERY_STATES, TRIGGERS } from '../../delivery.js';
import { DISABLED_REASONS, ENDPOINT_STATES, MAX_OVERLAP_SECONDS } from '../../endpoint.js';
import { MAX_PURPOSE, MAX_PURPOSES } from '../../../accounts/purposes.js';
import { PAYLOADS } from '../../event.js';
import { EVENT_TYPES, SUBSCRIBABLE_EVENT_TYPES } from '../../event-types.js';
import { RISK_LEVELS } from '../../event-filter.js';

const timestamp = z.iso.datetime();
const url = text(2_048).describe(
  'A public https address, on port 443 or any port from 1024. It is checked before it is saved. Redirects are not followed.',
);
const description = freeText(200).describe('A note of your own.');
const payload = z
  .enum(PAYLOADS)
  .describe(
    'The payload of `lookup.completed`. `full`: the whole result, about 900 kB if every platform was checked. `summary`: counts, and ' +
      'the address where the result can be read. A change applies to later events only.',
  );
const filter = z
  .strictObject({
    riskLevel: z
      .array(z.enum(RISK_LEVELS))
      .min(1)
      .max(RISK_LEVELS.length)
      .optional()
      .describe('Only lookups with one of these risk levels.'),
    purpose: z
      .array(text(MAX_PURPOSE))
      .min(1)
      .max(MAX_PURPOSES)
      .optional()
      .describe("Only lookups and batches with one of these purposes from the account's list."),
    test: z.boolean().optional().describe('`true`: only lookups and batches of test keys; `false`: only others.'),
  })
  .meta({
    id: 'WebhookFilter',
    description:
      'Selects among the events of the endpoint’s `eventTypes`. A condition that is absent, or does not apply to the type of an event, matches ' +
      'every event. Events that do not match are not sent.',
  });
const eventTypes = z.array(z.enum(SUBSCRIBABLE_EVENT_TYPES)).min(1).max(20).describe('Types of events that are sent to the endpoint.');

export const endpointKey = z.object({ id: idText.describe('Identifier of the endpoint, `whk_…`.') });
export const deliveryKey = endpointKey.extend({ eventId: idText.describe('Identifier of the event, `evt_…`.') });

export const endpoint = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    eventTypes: z.array(z.enum(SUBSCRIBABLE_EVENT_TYPES)),
    payload,
    filter,
    state: z.enum(ENDPOINT_STATES),
    disabledReason: z.enum(DISABLED_REASONS).nullable().describe('`failing`: disabled after three days of failures; `owner`: by you.'),
    disabledAt: timestamp.nullable(),
    failingSince: timestamp.nullable().describe('First failure since the last 2xx response; null if there is none.'),
    lastFailedAt: timestamp.nullable(),
    secretsExpireAt: z
      .array(timestamp.nullable())
      .describe('When each valid signing secret expires, newest first; null for a secret that is valid until it is replaced.'),
    createdAt: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });
export const endpointList = z.object({ endpoints: z.array(endpoint) }).meta({ id: 'WebhookEndpointList' });
export const endpointSecret = z
  .object({
    endpoint,
    secret: z
      .string()
      .describe(
        'Signing secret, shown only once. The whole text is the key of `SVC-Signature`. Standard Webhooks libraries accept it as it is: ' +
          'they decode the part after `whsec_` from base64.',
      ),
  })
  .meta({ id: 'WebhookEndpointSecret' });
export const newEndpoint = z
  .strictObject({
    url,
    description: description.optional(),
    eventTypes: eventTypes.optional().describe('Types of events that are sent to the endpoint; the default is every type.'),
    payload: payload.default('full'),
    filter: filter.optional(),
  })
  .meta({ id: 'NewWebhookEndpoint' });
export const endpointChanges = z
  .strictObject({
    url: url.optional(),
    description: description.optional(),
    eventTypes: eventTypes.optional(),
    payload: payload.optional(),
    filter: filter.optional(),
  })
  .meta({
    id: 'WebhookEndpointChanges',
    description: 'Fields that you leave out do not change. A filter that you send replaces the whole filter.',
  });
export const deletedEndpoint = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'DeletedWebhookEndpoint' });
export const rotation = z
  .strictObject({
    overlapSeconds: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_SECONDS)
      .default(86_400)
      .describe(
        'How long the old secret keeps signing alongside the new one, up to seven days. The default is one day; 0 ends it immediately.',
      ),
  })
  .meta({ id: 'WebhookSecretRotation' });

export const recoveryRequest = z
  .strictObject({
    since: timestampText.describe('Recover deliveries and events since this time.'),
    dryRun: z.boolean().default(false).describe('Only count, without sending.'),
  })
  .meta({ id: 'WebhookRecoveryRequest' });
export const recovery = z
  .object({
    failed: z.int().describe('Failed deliveries. Without `dryRun`, one call recovers at most 10,000; call again for the rest.'),
    missed: z.int().describe('Events that the endpoint missed because it was disabled, with the same limit.'),
    dryRun: z.boolean(),
  })
  .meta({ id: 'WebhookRecovery' });
export const sentEvent = z
  .object({ eventId: z.string() })
  .meta({ id: 'SentWebhookEvent', description: 'The event is being sent. Read its delivery to see the outcome.' });

export const eventPage = z
  .object({
    events: z
      .array(
        z
          .object({
            id: z.string(),
            type: z.enum(EVENT_TYPES),
            createdAt: timestamp,
            apiVersion: z.string(),
            accountId: z.string(),
            apiKeyId: z.string(),
            data: z.record(z.string(), z.unknown()),
          })
          .meta({ id: 'FeedEvent' }),
      )
      .describe('In the order of the feed, without events whose lookup was deleted.'),
    cursor: z.string().describe('Store it, and send it as `after` to continue.'),
    nextCursor: z.string().nullable().describe('Equal to `cursor` if further events can be read now; null if there are none yet.'),
  })
  .meta({ id: 'FeedPage' });

export const delivery = z
  .object({
    eventId: z.string(),
    endpointId: z.string(),
    eventType: z.enum(EVENT_TYPES),
    state: z.enum(DELIVERY_STATES),
    failureReason: z
      .enum(DELIVERY_FAILURE_REASONS)
      .nullable()
      .describe('Why the delivery failed; null if it did not. `erased`: the lookup was deleted before the event was written.'),
    trigger: z.enum(TRIGGERS).describe('What started the latest attempts.'),
    createdAt: timestamp,
    attempts: z.int(),
    lastAttemptAt: timestamp.nullable(),
    lastStatus: z.int().nullable(),
    lastFailure: z.enum(ATTEMPT_FAILURES).nullable(),
    nextAttemptAt: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export const deliveryPage = z
  .object({
    deliveries: z.array(delivery),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
  })
  .meta({ id: 'WebhookDeliveryPage' });
export const attempt = z
  .object({
    number: z.int(),
    trigger: z.enum(TRIGGERS),
    at: timestamp,
    url: z.string(),
    failure: z.enum(ATTEMPT_FAILURES).nullable().describe('Why the attempt failed; null if it was acknowledged.'),
    detail: z.string().nullable().describe('Error code of the connection, such as `ECONNREFUSED`.'),
    status: z.int().nullable(),
    durationMs: z.number(),
    remoteAddress: z.string().nullable(),
    responseBody: z
      .string()
      .nullable()
      .describe('The first 16 KB of the response body, read as UTF-8; null for a key without `lookups:read`.'),
    nextAttemptAt: timestamp.nullable(),
  })
  .meta({ id: 'WebhookAttempt' });
export const deliveryDetails = z
  .object({
    delivery,
    body: z
      .string()
      .nullable()
      .describe(
        'The exact bytes that each attempt sends. Null for a key without `lookups:read`. For an event that is too large to store, it is ' +
          'also null before the first attempt and after the last.',
      ),
    bodyBytes: z.int().nullable().describe('Length of the body in bytes; null while no body is stored.'),
    bodySha256: z.string().nullable().describe('SHA-256 of the body in hexadecimal; null while no body is stored.'),
    attempts: z.array(attempt),
  })
  .meta({ id: 'WebhookDeliveryDetails' });

export const statsQuery = z.object({
  endpoint: idOf('the id of an endpoint').optional().describe('Only deliveries to this endpoint.'),
  period: z
    .enum(STATS_PERIODS)
    .default('week')
    .describe(
      '`day`: the last 24 hours, by hour. `week` (the default): the last 7 days, in steps of six hours. `month`: the last 30 days, by day.',
    ),
});
const counts = {
  delivered: z.int(),
  failed: z.int(),
  pending: z.int(),
  attempts: z.int().describe('Attempts of these deliveries, regardless of when they were made.'),
  failedAttempts: z.int(),
  medianMs: z.number().nullable().describe('Median time of the attempts that got a response; null if none did.'),
  p95Ms: z.number().nullable().describe('95 % of the attempts with a response took less than this.'),
};
export const deliveryCounts = z.object(counts).meta({ id: 'DeliveryCounts' });
export const deliveryInterval = z.object({ from: timestamp, ...counts }).meta({ id: 'DeliveryInterval' });
export const stats = z
  .object({
    from: timestamp,
    until: timestamp.describe('End of the last interval, which has not ended yet.'),
    intervalSeconds: z.int(),
    incompleteBefore: timestamp
      .nullable()
      .describe('Deliveries created before this time are not counted, because there are too many. Null if all are counted.'),
    endpoints: z.array(
      z
        .object({
          endpointId: z.string(),
          total: deliveryCounts,
          intervals: z.array(deliveryInterval).describe('Every interval of the period, oldest first.'),
        })
        .meta({ id: 'EndpointStats' }),
    ),
  })
  .meta({ id: 'WebhookStats', description: 'Statistics by the time at which deliveries were created (UTC).' });
