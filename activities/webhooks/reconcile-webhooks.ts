import { activityInfo, cancellationSignal, heartbeat, log } from '@temporalio/activity';
import { faultName } from '../../src/domain/fault-name.js';
import type { MailOutbox } from '../../src/db/emails/email-outbox.js';
import type { KeysetPage } from '../../src/domain/lookup/pages.js';
import type { DeliveryCursor, WebhookWorkflows } from '../../src/domain/webhooks/ports.js';
import type { EndpointHealthStore } from '../../src/db/webhooks/endpoint-health-store.js';
import type { DeletedEndpoints } from '../../src/db/webhooks/deleted-endpoints.js';
import type { DeliveryStore } from '../../src/db/webhooks/delivery-store.js';

/** Long enough for the process that wrote it to start it itself. */
const GRACE_SECONDS = 10;
/** Longer: a mail that waits for an unavailable mail server is not one that nobody sends. */
const MAIL_GRACE_SECONDS = 60;
const PAGE_SIZE = 500;
const MAX_CONCURRENT = 16;
/** Steps in which a run deletes what deleted endpoints have left, at most: the rest of the outbox does not wait for it. */
const MAX_DELETION_STEPS = 100;

export interface ReconcileWebhooksActivityPorts {
  readonly deliveries: DeliveryStore;
  readonly endpointHealth: EndpointHealthStore;
  readonly mailOutbox: MailOutbox;
  readonly deletedEndpoints: DeletedEndpoints;
  readonly webhookWorkflows: WebhookWorkflows;
}

/** Progress of a run: through all kinds before this one, and through this one up to a cursor. */
interface OutboxCursor {
  readonly kind: string;
  readonly after: unknown;
}

interface OutboxKind<Item, Cursor> {
  readonly name: string;
  readonly page: (page: KeysetPage<Cursor>) => Promise<readonly Item[]>;
  readonly start: (item: Item) => Promise<void>;
  readonly cursorOf: (item: Item) => Cursor;
}

export function createReconcileWebhooksActivities({
  deliveries,
  endpointHealth,
  mailOutbox,
  deletedEndpoints,
  webhookWorkflows,
}: ReconcileWebhooksActivityPorts) {
  // Deliveries last: there may be many thousands, and watches and mails are few.
  const kinds = [
    startOverdue<string, string>({
      name: 'watch',
      page: (page) => endpointHealth.unmonitored(GRACE_SECONDS, page),
      start: (endpointId) => webhookWorkflows.ensureMonitored(endpointId),
      cursorOf: (endpointId) => endpointId,
    }),
    startOverdue<string, string>({
      name: 'mail',
      page: (page) => mailOutbox.overdue(MAIL_GRACE_SECONDS, page),
      start: (mailId) => webhookWorkflows.startMail(mailId),
      cursorOf: (mailId) => mailId,
    }),
    startOverdue({
      name: 'delivery',
      page: (page: KeysetPage<DeliveryCursor>) => deliveries.overdue(GRACE_SECONDS, page),
      start: ({ nextAttemptAt: _due, ...ticket }) => webhookWorkflows.startDelivery(ticket),
      cursorOf: ({ nextAttemptAt, eventId, endpointId }) => ({ nextAttemptAt, eventId, endpointId }),
    }),
  ];
  return {
    /**
     * Deletes what deleted endpoints have left, so that none of it is started, and starts what is due by its row and not under way:
     * watches of failing endpoints, mails, deliveries. Starting a running workflow changes nothing. A failed start delays no other;
     * a repeated run continues from the last heartbeat.
     */
    async reconcileWebhooks(): Promise<{ started: number }> {
      const resumed = activityInfo().heartbeatDetails as OutboxCursor | undefined;
      const first = Math.max(
        0,
        kinds.findIndex(({ name }) => name === resumed?.kind),
      );
      await deleteRemains(deletedEndpoints, resumed);
      let started = 0;
      for (const { name, startAll } of kinds.slice(first)) started += await startAll(name === resumed?.kind ? resumed.after : null);
      return { started };
    },
  };
}

/** A fault is logged and delays nothing: the next run continues. */
async function deleteRemains(deletedEndpoints: DeletedEndpoints, resumed: OutboxCursor | undefined): Promise<void> {
  for (let step = 0; step < MAX_DELETION_STEPS; step += 1) {
    cancellationSignal().throwIfAborted();
    heartbeat(resumed ?? ({ kind: 'deleted endpoint', after: null } satisfies OutboxCursor));
    const deleted = await deletedEndpoints.deleteBatch().catch((error: unknown) => {
      log.warn('the remaining data of a deleted endpoint could not be deleted', { fault: faultName(error) });
      return 0;
    });
    if (deleted === 0) return;
  }
}

/** Goes through a kind page by page. */
function startOverdue<Item, Cursor>({ name, page, start, cursorOf }: OutboxKind<Item, Cursor>) {
  const tryStart = async (item: Item): Promise<number> => {
    try {
      await start(item);
      return 1;
    } catch (error) {
      log.warn(`a ${name} could not be started`, { cursor: cursorOf(item), fault: faultName(error) });
      return 0;
    }
  };
  const startAll = async (from: unknown): Promise<number> => {
    let after = from as Cursor | null;
    let started = 0;
    for (;;) {
      const items = await page({ limit: PAGE_SIZE, after });
      for (let index = 0; index < items.length; index += MAX_CONCURRENT) {
        cancellationSignal().throwIfAborted();
        heartbeat({ kind: name, after } satisfies OutboxCursor);
        const some = items.slice(index, index + MAX_CONCURRENT);
        for (const one of await Promise.all(some.map(tryStart))) started += one;
        after = cursorOf(some.at(-1) as Item);
      }
      heartbeat({ kind: name, after } satisfies OutboxCursor);
      if (items.length < PAGE_SIZE) return started;
    }
  };
  return { name, startAll };
}

export type ReconcileWebhooksActivities = ReturnType<typeof createReconcileWebhooksActivities>;
