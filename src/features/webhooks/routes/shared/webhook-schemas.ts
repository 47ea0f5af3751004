/** Request and response schemas of webhook management. docs/contract.md, 13. */
import { z } from 'zod';
import { freeText, idOf, idText, text, timestampText } from '../../../../kernel/http/request-fields.js';
import { STATS_PERIODS } from '../../delivery-stats.js';
import { ATTEMPT_FAILURES, DELIVERY_FAILURE_REASONS, DELIVERY_STATES, TRIGGERS } from '../../delivery.js';
import { DISABLED_REASONS, ENDPOINT_STATES, MAX_OVERLAP_SECONDS } from '../../endpoint.js';
import { MAX_PURPOSE, MAX_PURPOSES } from '../../../accounts/purposes.js';
import { EVENT_TYPES, PAYLOADS, RISK_LEVELS, SUBSCRIBABLE_EVENT_TYPES } from '../../event.js';

const timestamp = z.iso.datetime();
const url = text(2_048).describe(
  'A public https address, on port 443 or one from 1024. It is checked before it is saved; redirects are not followed.',
);
const description = freeText(200).describe('A note of your own.');
const payload = z
  .enum(PAYLOADS)
  .describe(
    'What it is sent of `lookup.completed`. `full`: the whole answer, which has some 900 kB for a deep lookup. `summary`: counts, and where to ' +
      'read it. A change applies to events from then on.',
  );
const filter = z
  .strictObject({
    riskLevel: z
      .array(z.enum(RISK_LEVELS))
      .min(1)
      .max(RISK_LEVELS.length)
      .optional()
      .describe('Only lookups whose risk has one of these levels.'),
    purpose: z
      .array(text(MAX_PURPOSE))
      .min(1)
      .max(MAX_PURPOSES)
      .optional()
      .describe("Only lookups and batches for one of these purposes of the account's list."),
    test: z.boolean().optional().describe('`true`: only lookups and batches of test keys; `false`: only others.'),
  })
  .meta({
    id: 'WebhookFilter',
    description:
      'Which events of its types the endpoint is sent. A part that is absent lets all pass, and so does an event of a type that has no risk, ' +
      'purpose or test keys. What does not match gets no delivery.',
  });
const eventTypes = z.array(z.enum(SUBSCRIBABLE_EVENT_TYPES)).min(1).max(20).describe('Types of events that are sent to it.');

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
      .describe('Expiry of each valid signing secret, newest first; null: valid until it is replaced.'),
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
        'Signing secret, shown only once. The whole text is the key of `SVC-Signature`. Libraries of Standard Webhooks take it as it is, and ' +
          'read what follows `whsec_` as base64.',
      ),
  })
  .meta({ id: 'WebhookEndpointSecret' });
export const newEndpoint = z
  .strictObject({
    url,
    description: description.optional(),
    eventTypes: eventTypes.optional().describe('Types of events that are sent to it; every type by default.'),
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
    description: 'Fields that are absent do not change. A filter that is sent replaces the whole one.',
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
        'How long the old secret keeps signing alongside the new one: 0 ends it immediately; at most seven days; one day by default.',
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
    failed: z.int().describe('Deliveries that had failed: without `dryRun` at most 10,000; call again for the rest.'),
    missed: z.int().describe('Events without a delivery to the endpoint, because it was disabled; at most 10,000 likewise.'),
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
      .describe('In the order of the feed. Events whose lookup was deleted are absent.'),
    cursor: z.string().describe('Store it, and send it as `after` to read on.'),
    nextCursor: z.string().nullable().describe('The same while there is more to read at once; null: all has been read for now.'),
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
      .describe('Why it failed; null if it did not. `erased`: its lookup was deleted before its body was made.'),
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
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
  })
  .meta({ id: 'WebhookDeliveryPage' });
export const attempt = z
  .object({
    number: z.int(),
    trigger: z.enum(TRIGGERS),
    at: timestamp,
    url: z.string(),
    failure: z.enum(ATTEMPT_FAILURES).nullable().describe('Null: acknowledged.'),
    detail: z.string().nullable().describe('Code of the transport, such as `ECONNREFUSED`.'),
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
        'The exact bytes that each attempt sends; null for a key without `lookups:read`, and for an event above the limit of stored ' +
          'bytes before its first attempt and after its end.',
      ),
    bodyBytes: z.int().nullable().describe('Their number; null while no body is stored.'),
    bodySha256: z.string().nullable().describe('Their SHA-256, in hexadecimal; null while no body is stored.'),
    attempts: z.array(attempt),
  })
  .meta({ id: 'WebhookDeliveryDetails' });

export const statsQuery = z.object({
  endpoint: idOf('the id of an endpoint').optional().describe('Only deliveries to this endpoint.'),
  period: z
    .enum(STATS_PERIODS)
    .default('week')
    .describe('`day`: 24 hours in hours; `week` (the default): 7 days in intervals of six hours; `month`: 30 days in days.'),
});
const counts = {
  delivered: z.int(),
  failed: z.int(),
  pending: z.int(),
  attempts: z.int().describe('Attempts of these deliveries, regardless of when they were made.'),
  failedAttempts: z.int(),
  medianMs: z.number().nullable().describe('Median time of the attempts that got a response; null without any.'),
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
      .describe('Deliveries created before this time are not counted, because there are too many; null if all are counted.'),
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
  .meta({ id: 'WebhookStats', description: 'By the time at which deliveries were created (UTC).' });
