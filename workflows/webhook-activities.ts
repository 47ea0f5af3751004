import { proxyActivities } from '@temporalio/workflow';
import type { DeliveryActivities } from '../activities/webhooks/deliver-webhook.js';
import type { EndpointHealthActivities } from '../activities/webhooks/endpoint-health.js';
import type { ReconcileWebhooksActivities } from '../activities/webhooks/reconcile-webhooks.js';
import type { MailActivities } from '../activities/webhooks/send-mail.js';

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
export const { sendMail } = proxyActivities<MailActivities>({
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
