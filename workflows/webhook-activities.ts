import { proxyActivities } from '@temporalio/workflow';
import type { DeliveryActivities } from '../activities/deliver-webhook.js';
import type { EndpointHealthActivities } from '../activities/endpoint-health.js';
import type { ReconcileWebhooksActivities } from '../activities/reconcile-webhooks.js';
import type { MailActivities } from '../activities/send-mail.js';

/**
 * One attempt takes ten seconds at most; a receiver's failure is its result. What is retried here, for as long as it takes,
 * are faults of ours: the database away, a worker killed. No heartbeats: they would tell of a killed worker some seconds
 * sooner, and hundreds of receivers that hang would keep the engine busy with them (docs/adr, "webhooks").
 */
export const deliveries = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '20 seconds',
  retry: { initialInterval: '500 milliseconds', maximumInterval: '30 seconds' },
});

export const { reviewEndpoint } = proxyActivities<EndpointHealthActivities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute' },
});

/** A mail server may be away for a weekend; a warning about an endpoint is of no use after that. */
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
