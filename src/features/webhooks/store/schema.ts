import { bigint, boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sql } from 'drizzle-orm';
import type { AttemptFailure, DeliveryFailureReason, DeliveryState, Trigger } from '../delivery.js';
import type { DisabledReason, EndpointState } from '../endpoint.js';
import type { Payload } from '../event.js';
import type { EventType, SubscribableEventType } from '../event-types.js';
import type { EventFacts, EventFilter } from '../event-filter.js';
import { accounts } from '../../accounts/store/schema.js';
import { NOBODY, none } from '../../../kernel/db/personal-data.js';
import { bytea, createdAt, id, idOf, timestamptz } from '../../../kernel/db/columns.js';

/** Addresses that an account holder added, each with its failure window. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    /** Null once it was deleted, while its deliveries are being deleted (src/features/webhooks/store/endpoint-remains.ts). */
    accountId: text('account_id').references(() => accounts.id),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    eventTypes: text('event_types').array().$type<SubscribableEventType[]>().notNull(),
    payload: text('payload').$type<Payload>().notNull().default('full'),
    filter: jsonb('filter').$type<EventFilter>().notNull().default({}),
    state: text('state').$type<EndpointState>().notNull().default('enabled'),
    disabledReason: text('disabled_reason').$type<DisabledReason>(),
    disabledAt: timestamptz('disabled_at'),
    /** First failure since the last 2xx. */
    failingSince: timestamptz('failing_since'),
    lastFailedAt: timestamptz('last_failed_at'),
    /** Warnings sent since the failure window began. */
    warningsSent: integer('warnings_sent').notNull().default(0),
    /** When its failure window has to be checked next; overdue means that it is not monitored. */
    nextCheckAt: timestamptz('next_check_at'),
    /** Requests in flight at once, when it differs from the setting. */
    maxInFlight: integer('max_in_flight'),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_endpoints_account').on(table.accountId),
    index('webhook_endpoints_check').on(table.nextCheckAt).where(sql`${table.nextCheckAt} IS NOT NULL`),
  ],
);

/** Signing secrets, sealed (src/kernel/secrets/secret-box.ts). Several are valid while one replaces another. */
export const webhookSecrets = pgTable(
  'webhook_secrets',
  {
    id: id(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    sealed: bytea('sealed').notNull(),
    createdAt: createdAt(),
    /** Null when it is valid until it is replaced. */
    validUntil: timestamptz('valid_until'),
  },
  (table) => [index('webhook_secrets_endpoint').on(table.endpointId)],
);

/** Events, with the bytes that every attempt sends. Written in the transaction of the change that they report. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    accountId: idOf('account_id', () => accounts.id),
    apiKeyId: text('api_key_id').notNull(),
    type: text('type').$type<EventType>().notNull(),
    /** Identifies what happened, so that it cannot become two events. */
    dedupKey: text('dedup_key').notNull().unique(),
    apiVersion: text('api_version').notNull(),
    /** Null while a deferred event was not attempted yet, after its end, and when no endpoint wanted it. */
    body: bytea('body'),
    /** What endpoints with the payload `summary` are sent; null when there was none, and for events that are the same for all. */
    summary: bytea('summary'),
    /** It was written above the account's limit of stored bytes: its body exists from the first attempt until the event ends. */
    isDeferred: boolean('is_deferred').notNull().default(false),
    /** Bytes of body and summary as `webhook_stored_bytes` counts them: 0 without one. */
    storedBytes: integer('stored_bytes').notNull().default(0),
    facts: jsonb('facts').$type<EventFacts>().notNull().default({}),
    /** Its place in the account's feed; null until a reader of the feed gets there (src/features/webhooks/store/event-feed.ts). */
    feedSeq: bigint('feed_seq', { mode: 'number' }),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_events_account').on(table.accountId, table.createdAt),
    index('webhook_events_created').on(table.createdAt),
    index('webhook_events_feed').on(table.accountId, table.feedSeq, table.createdAt).concurrently(),
    // Few of all events tell an address of a person of the service: an erasure reads those.
    index('webhook_events_joined').on(table.id).where(sql`${table.type} = 'team.member_joined'`),
  ],
);

/** Feeds that are read: while an account has one its events are written, also without an endpoint for them. */
export const eventFeeds = pgTable('event_feeds', {
  accountId: text('account_id').primaryKey(),
  /** Names the feed in cursors: one that was forgotten, because nobody read it, and begun again is another. */
  id: uuid('id').notNull().defaultRandom(),
  /** The highest number that an event got. */
  seq: bigint('seq', { mode: 'number' }).notNull().default(0),
  /** To the hour. */
  readAt: timestamptz('read_at').notNull().defaultNow(),
});

/**
 * Bytes of the bodies of an account's events. A trigger adds each change of `stored_bytes`, in its transaction; several rows an account, by
 * connection, so that transactions of one account do not wait for each other.
 */
export const webhookStoredBytes = pgTable(
  'webhook_stored_bytes',
  {
    accountId: text('account_id').notNull(),
    shard: integer('shard').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.shard] })],
);

/** One event for one endpoint. A pending row is also the outbox: it waits to be delivered. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    eventType: text('event_type').$type<EventType>().notNull(),
    /** The endpoint's choice when the event was written: a later one changes nothing. */
    payload: text('payload').$type<Payload>().notNull().default('full'),
    state: text('state').$type<DeliveryState>().notNull().default('pending'),
    failureReason: text('failure_reason').$type<DeliveryFailureReason>(),
    /** Grows with each resend; an older run that is still under way ends at its next step. */
    run: integer('run').notNull().default(0),
    trigger: text('trigger').$type<Trigger>().notNull().default('event'),
    /** Planned time of the next attempt: milliseconds after the first one of the run. */
    scheduleOffsetMs: integer('schedule_offset_ms').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
    lastAttemptAt: timestamptz('last_attempt_at'),
    lastStatus: integer('last_status'),
    lastFailure: text('last_failure').$type<AttemptFailure>(),
    /** It holds one of the endpoint's slots until then, by the database's clock. */
    leaseUntil: timestamptz('lease_until'),
    /** A workflow sleeps until its next attempt. All others that wait are rows only. */
    isHeld: boolean('is_held').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.endpointId] }),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.createdAt.desc().nullsFirst(), table.eventId.desc().nullsFirst()),
    index('webhook_deliveries_account').on(table.accountId, table.createdAt.desc().nullsFirst(), table.eventId.desc().nullsFirst()),
    index('webhook_deliveries_due').on(table.nextAttemptAt).where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_queue').on(table.endpointId, table.nextAttemptAt, table.eventId).where(sql`${table.state} = 'pending'`),
    index('webhook_deliveries_held').on(table.endpointId).where(sql`${table.isHeld}`),
    index('webhook_deliveries_leased').on(table.endpointId).where(sql`${table.leaseUntil} IS NOT NULL`),
  ],
);

/** The log of attempts, numbered over all runs of a delivery. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    eventId: text('event_id').notNull(),
    endpointId: text('endpoint_id').notNull(),
    number: integer('number').notNull(),
    trigger: text('trigger').$type<Trigger>().notNull(),
    at: timestamptz('at').notNull(),
    url: text('url').notNull(),
    failure: text('failure').$type<AttemptFailure>(),
    detail: text('detail'),
    status: integer('status'),
    durationMs: integer('duration_ms').notNull(),
    remoteAddress: text('remote_address'),
    /** First bytes of the response body, whatever they are. */
    responseBody: bytea('response_body').notNull(),
    nextAttemptAt: timestamptz('next_attempt_at'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.endpointId, table.number] }),
    foreignKey({
      name: 'webhook_attempts_delivery',
      columns: [table.eventId, table.endpointId],
      foreignColumns: [webhookDeliveries.eventId, webhookDeliveries.endpointId],
    }).onDelete('cascade'),
  ],
);

const endpoint = { retention: 'with the endpoint', shownBy: 'listWebhookEndpoints exportAccount' } as const;
const attempt = {
  why: 'to show holders why a delivery failed',
  retention: 'with its event: 30 days at most, or with its lookup',
  shownBy: 'getWebhookDelivery exportAccount',
} as const;
const sent = {
  why: 'so that every attempt and resend sends the same bytes',
  retention: "30 days, with its lookup, or the account's retention period if that is shorter",
  shownBy: 'getWebhookDelivery exportAccount',
  isContent: true,
  alsoReadBy: "the account's receivers of events",
} as const;

export const WEBHOOKS_DATA = {
  webhookEndpoints: {
    url: {
      what: "the receiver's address, which may name a person",
      ownWords: 'kept: events are sent there until the account changes it',
      why: 'to deliver events',
      ...endpoint,
    },
    description: { what: "the holder's description", ownWords: 'replaced', why: 'to distinguish endpoints', ...endpoint },
    ...none(
      'id accountId eventTypes payload filter state disabledReason disabledAt failingSince lastFailedAt warningsSent nextCheckAt maxInFlight',
    ),
    ...none('createdAt'),
  },
  webhookSecrets: none('id endpointId sealed createdAt validUntil'),
  webhookEvents: {
    body: { what: 'the bytes sent: for a finished lookup its whole answer, with identities', ...sent },
    facts: {
      what: "its lookup's risk level and purpose",
      why: 'so that endpoints can filter by them',
      retention: sent.retention,
      ...NOBODY,
    },
    summary: { what: 'the bytes sent to receivers that want only the counts of a finished lookup', ...sent },
    ...none('id accountId apiKeyId type dedupKey apiVersion isDeferred storedBytes feedSeq createdAt'),
  },
  eventFeeds: none('accountId id seq readAt'),
  webhookDeliveries: {
    ...none('eventId endpointId accountId eventType payload state failureReason run trigger scheduleOffsetMs attempts nextAttemptAt'),
    ...none('lastAttemptAt lastStatus lastFailure leaseUntil isHeld createdAt'),
  },
  webhookStoredBytes: none('accountId shard bytes'),
  webhookAttempts: {
    url: { what: "the receiver's address at that time", ownWords: 'kept: it is where the event was sent', ...attempt },
    detail: { what: 'why the attempt failed', ...attempt },
    remoteAddress: { what: "the receiver's IP address", ownWords: 'kept: it is where the event was sent', ...attempt },
    responseBody: { what: "the first bytes of the receiver's response, which may repeat what was sent", ...attempt, isContent: true },
    ...none('eventId endpointId number trigger at failure status durationMs nextAttemptAt'),
  },
} as const;
