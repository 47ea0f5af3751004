import { reconcileWebhooks } from './webhook-activities.js';

/** Starts deliveries, watches and mails that were committed but not started, every minute: the rows are the outbox. */
export async function reconcileOutbox(): Promise<{ started: number }> {
  return reconcileWebhooks();
}
