import { activityInfo, cancellationSignal, heartbeat, log } from '@temporalio/activity';
import { faultName } from '../../src/kernel/values/errors.js';
import type { EmailOutbox } from '../../src/features/emails/store/email-outbox.js';
import type { KeysetPage } from '../../src/kernel/values/pages.js';
import type { WebhookWorkflows } from '../../src/features/webhooks/ports.js';
import type { EndpointHealthStore } from '../../src/features/webhooks/store/endpoint-health-store.js';
import type { EndpointRemains } from '../../src/features/webhooks/store/endpoint-remains.js';
import type { DeliveryQueue } from '../../src/features/webhooks/store/delivery-queue.js';

/** Long enough for the process that wrote it to start it itself. */
const GRACE_SECONDS = 10;
/** Longer: a mail that waits for an unavailable mail server is not one that nobody sends. */
const EMAIL_GRACE_SECONDS = 60;
const PAGE_SIZE = 500;
const MAX_CONCURRENT = 16;
/** Steps in which a run clears what deleted and disabled endpoints have left, at most: the rest of the outbox does not wait for it. */
const MAX_DELETION_STEPS = 100;

export interface ReconcileWebhooksActivityPorts {
  readonly deliveryQueue: DeliveryQueue;
  readonly endpointHealth: EndpointHealthStore;
  readonly emailOutbox: EmailOutbox;
  readonly endpointRemains: EndpointRemains;
  readonly webhookWorkflows: WebhookWorkflows;
}

/** Progress of a run: through all kinds before this one, and through this one up to a cursor. */
interface OutboxCursor {
  readonly kind: string;
  readonly after: string | null;
}

interface OutboxKind {
  readonly name: string;
  /** Ids, in their order. */
  readonly page: (page: KeysetPage<string>) => Promise<readonly string[]>;
  readonly start: (id: string) => Promise<void>;
}

export function createReconcileWebhooksActivities({
  deliveryQueue,
  endpointHealth,
  emailOutbox,
  endpointRemains,
  webhookWorkflows,
}: ReconcileWebhooksActivityPorts) {
  // Deliveries last: there may be many endpoints with some, and watches and emails are few.
  const kinds = [
    startOverdue({
      name: 'watch',
      page: (page) => endpointHealth.unmonitored(GRACE_SECONDS, page),
      start: (endpointId) => webhookWorkflows.ensureMonitored(endpointId),
    }),
    startOverdue({
      name: 'email',
      page: (page) => emailOutbox.overdue(EMAIL_GRACE_SECONDS, page),
      start: (emailId) => webhookWorkflows.startEmail(emailId),
    }),
    startOverdue({
      name: 'delivery',
      page: (page) => deliveryQueue.startable(page),
      // As many as there are free slots: each starts the next when it frees its own.
      start: async (endpointId) => webhookWorkflows.startDeliveries(await deliveryQueue.grantSlots(endpointId)),
    }),
  ];
  return {
    /**
     * Clears what deleted and disabled endpoints have left, so that none of it is started, and starts what is due by its row and not under
     * way: watches of failing endpoints, emails, deliveries of endpoints with a free slot. Starting a running workflow changes nothing. A
     * failed start delays no other; a repeated run continues from the last heartbeat.
     */
    async reconcileWebhooks(): Promise<{ started: number }> {
      const resumed = activityInfo().heartbeatDetails as OutboxCursor | undefined;
      const first = Math.max(
        0,
        kinds.findIndex(({ name }) => name === resumed?.kind),
      );
      await clearRemains(endpointRemains, resumed);
      let started = 0;
      for (const { name, startAll } of kinds.slice(first)) started += await startAll(name === resumed?.kind ? resumed.after : null);
      return { started };
    },
  };
}

/** A fault is logged and delays nothing, nor other endpoints: the next run continues. */
async function clearRemains(endpointRemains: EndpointRemains, resumed: OutboxCursor | undefined): Promise<void> {
  const onFault = (error: unknown): void =>
    log.warn('what a deleted or disabled endpoint has left could not be cleared', { fault: faultName(error) });
  const passedOver = new Set<string>();
  for (let step = 0; step < MAX_DELETION_STEPS; step += 1) {
    cancellationSignal().throwIfAborted();
    heartbeat(resumed ?? ({ kind: 'remains', after: null } satisfies OutboxCursor));
    const cleared = await endpointRemains.clearBatch({ passedOver, onFault }).catch((error: unknown) => {
      onFault(error);
      return 0;
    });
    if (cleared === 0) return;
  }
}

/** Goes through a kind page by page. */
function startOverdue({ name, page, start }: OutboxKind) {
  const tryStart = async (id: string): Promise<number> => {
    try {
      await start(id);
      return 1;
    } catch (error) {
      log.warn(`a ${name} could not be started`, { cursor: id, fault: faultName(error) });
      return 0;
    }
  };
  const startAll = async (from: string | null): Promise<number> => {
    let after = from;
    let started = 0;
    for (;;) {
      const ids = await page({ limit: PAGE_SIZE, after });
      for (let index = 0; index < ids.length; index += MAX_CONCURRENT) {
        cancellationSignal().throwIfAborted();
        heartbeat({ kind: name, after } satisfies OutboxCursor);
        const some = ids.slice(index, index + MAX_CONCURRENT);
        for (const one of await Promise.all(some.map(tryStart))) started += one;
        after = some.at(-1) ?? after;
      }
      heartbeat({ kind: name, after } satisfies OutboxCursor);
      if (ids.length < PAGE_SIZE) return started;
    }
  };
  return { name, startAll };
}

export type ReconcileWebhooksActivities = ReturnType<typeof createReconcileWebhooksActivities>;
