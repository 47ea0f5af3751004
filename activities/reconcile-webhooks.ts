import { heartbeat } from '@temporalio/activity';
import type { MailOutbox } from '../src/domain/mail/mail.js';
import type { DeliveryRecord, EndpointHealthRecord, WebhookEngine } from '../src/domain/webhooks/ports.js';

/** Long enough that whoever is on the way to start it is left alone. */
const GRACE_SECONDS = 10;
/** A mail server that is away for an hour is not a mail that nobody sends. */
const MAIL_GRACE_SECONDS = 60;
const BATCH = 500;
const AT_ONCE = 16;

export interface ReconcileWebhooksActivityPorts {
  readonly deliveries: DeliveryRecord;
  readonly endpointHealth: EndpointHealthRecord;
  readonly mails: MailOutbox;
  readonly webhookEngine: WebhookEngine;
}

export function createReconcileWebhooksActivities({ deliveries, endpointHealth, mails, webhookEngine }: ReconcileWebhooksActivityPorts) {
  return {
    /**
     * Starts what the record says is due and nobody carries out: deliveries, watches over failing endpoints, mails.
     * Starting what runs changes nothing.
     */
    async reconcileWebhooks(): Promise<{ started: number }> {
      const overdue = await deliveries.overdue(GRACE_SECONDS, BATCH);
      const unwatched = await endpointHealth.unwatched(GRACE_SECONDS, BATCH);
      const unsent = await mails.overdue(MAIL_GRACE_SECONDS, BATCH);
      await forEach(overdue, (ticket) => webhookEngine.startDelivery(ticket));
      await forEach(unwatched, (endpointId) => webhookEngine.keepWatching(endpointId));
      await forEach(unsent, (mailId) => webhookEngine.startMail(mailId));
      return { started: overdue.length + unwatched.length + unsent.length };
    },
  };
}

async function forEach<T>(items: readonly T[], start: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      await start(item);
      heartbeat();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

export type ReconcileWebhooksActivities = ReturnType<typeof createReconcileWebhooksActivities>;
