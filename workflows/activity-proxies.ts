import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { CalibrateActivities } from '../activities/controls/calibrate.js';
import type { DerivedActivities } from '../activities/lookups/derived.js';
import type { EnrichmentActivities } from '../activities/lookups/enrichment.js';
import type { LookupActivities } from '../activities/lookups/lookup.js';
import type { ErasureActivities } from '../activities/privacy/erase-identity.js';
import type { ProbeActivities } from '../activities/probes/probe-shard.js';
import type { ReconcileActivities } from '../activities/lookups/reconcile.js';
import type { RetentionActivities } from '../activities/lookups/retention.js';
import type { DeliveryActivities } from '../activities/webhooks/deliver-webhook.js';
import type { EndpointHealthActivities } from '../activities/webhooks/endpoint-health.js';
import type { ReconcileWebhooksActivities } from '../activities/webhooks/reconcile-webhooks.js';
import type { EmailActivities } from '../activities/emails/send-email.js';

/** Short reads and writes of the database: run in the workflow's own worker, retried until the database is back. */
export const { planLookup, finishLookup } = proxyLocalActivities<LookupActivities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '100 milliseconds', maximumInterval: '10 seconds' },
});

/**
 * No limit here: a part of a lookup gives itself up after about an hour of attempts (activities/runtime/attempts.ts), among which neither
 * deferrals nor those that failed because our own database was away are counted.
 */
const RETRY_UNTIL_GIVEN_UP = { initialInterval: '250 milliseconds', maximumInterval: '10 seconds' } as const;

/** Probing: heartbeats reveal a dead worker within seconds. */
export const probing = proxyActivities<ProbeActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '4 seconds',
  retry: RETRY_UNTIL_GIVEN_UP,
});

/** Derived usernames are probed like the sweep. */
export const derived = proxyActivities<DerivedActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '4 seconds',
  retry: RETRY_UNTIL_GIVEN_UP,
});

/** Sources keep to their budgets; retries are for the storing of their facts, until the database is back. */
export const enrichment = proxyActivities<EnrichmentActivities>({
  startToCloseTimeout: '45 seconds',
  heartbeatTimeout: '4 seconds',
  retry: RETRY_UNTIL_GIVEN_UP,
});

/**
 * The same in the workflow's own worker, for lookups of nothing but modules that take about a second. After some seconds of failures
 * it is carried on as an ordinary activity, which can count its attempts.
 */
export const briefEnrichment = proxyLocalActivities<EnrichmentActivities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '100 milliseconds', maximumInterval: '10 seconds', maximumAttempts: 6 },
});

/** A start may take ten seconds, and there may be many thousands. */
export const { reconcileLookups } = proxyActivities<ReconcileActivities>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 2 },
});

/** The same with time to reach the last one; an interrupted run is continued from its cursor. */
export const { reconcileRunningLookups } = proxyActivities<ReconcileActivities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 20 },
});

/** The first run of an account's period may have years of lookups to delete, in short statements. */
export const { forgetExpired } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '30 seconds',
  retry: { maximumAttempts: 5 },
});

/** The same for results and the audit log, a lookup or a day at a time. */
export const { compressResults, chainAuditLog } = proxyActivities<RetentionActivities>({
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '10 seconds',
  retry: { maximumAttempts: 5 },
});

export const { calibrateDue } = proxyActivities<CalibrateActivities>({
  startToCloseTimeout: '9 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { maximumAttempts: 2 },
  priority: { priorityKey: 5 },
});

/**
 * One attempt takes ten seconds at most; a receiver's failure is its result. Only faults of the service are retried here, without a
 * limit: an unavailable database, a killed worker. No heartbeats: they would reveal a killed worker some seconds sooner, and
 * hundreds of receivers that hang would load Temporal with them (docs/adr, "webhooks").
 */
export const deliveries = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
});

export const { reviewEndpoint } = proxyActivities<EndpointHealthActivities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** A mail server may be unavailable for a weekend; a warning about an endpoint is of no use after that. */
export const { sendEmail } = proxyActivities<EmailActivities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '3 days',
  retry: { initialInterval: '5 seconds', maximumInterval: '30 minutes' },
});

/** There may be many thousands to start. */
export const { reconcileWebhooks } = proxyActivities<ReconcileWebhooksActivities>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { maximumAttempts: 2 },
});

/** Steps of an erasure, retried without a limit: what was promised to be erased is erased. Heartbeats reveal a dead worker. */
export const erasures = proxyActivities<ErasureActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { initialInterval: '250 milliseconds', maximumInterval: '30 seconds' },
});
