import { activityInfo, cancellationSignal, heartbeat, log } from '@temporalio/activity';
import { faultName } from '../../src/kernel/values/errors.js';
import type { EmailOutbox } from '../../src/features/emails/store/email-outbox.js';
import type { KeysetPage } from '../../src/kernel/values/pages.js';
import type { WebhookWorkflows } from '../../src/features/webhooks/ports.js';
import type { EndpointHealthStore } from '../../src/features/webhooks/store/endpoint-health-store.js';
import type { EndpointRemains } from '../../src/features/webhooks/store/endpoint-remains.js';
import type { DeliveryQueue } from '../../src/features/webhooks/store/delivery-queue.js';
import { startAll } from '../runtime/start-all.js';

/** Long enough for the process that wrote it to start it itself. */
const GRACE_SECONDS = 10;
/** Longer: a mail that waits for an unavailable mail server is not one that nobody sends. */
const EMAIL_GRACE_SECONDS = 60;
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
  const kinds: readonly OutboxKind[] = [
    {
      name: 'watch',
      page: (page) => endpointHealth.unmonitored(GRACE_SECONDS, page),
      start: (endpointId) => webhookWorkflows.ensureMonitored(endpointId),
    },
    {
      name: 'email',
      page: (page) => emailOutbox.overdue(EMAIL_GRACE_SECONDS, page),
      start: (emailId) => webhookWorkflows.startEmail(emailId),
    },
    {
      name: 'delivery',
      page: (page) => deliveryQueue.startable(page),
      // As many as there are free slots: each starts the next when it frees its own.
      start: async (endpointId) => webhookWorkflows.startDeliveries(await deliveryQueue.grantSlots(endpointId)),
    },
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
      for (const kind of kinds.slice(first)) started += await startKind(kind, kind.name === resumed?.kind ? resumed.after : null);
      return { started };
    },
  };
}

/** A fault is logged and delays nothing, nor other endpoints: the next run continues. */
async function clearRemains(endpointRemains: EndpointRemains, resumed: OutboxCursor | undefined): Promise<void> {
  const onFault = (error: unknown): void =>
    log.warn('deliveries of a deleted or disabled endpoint could not be cleared', { fault: faultName(error) });
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

/** Starts all that is due of a kind. @param from the id after which to begin */
function startKind({ name, page, start }: OutboxKind, from: string | null): Promise<number> {
  return startAll(
    {
      page,
      cursorOf: (id) => id,
      start,
      onFault: (id, error) => log.warn(`a ${name} could not be started`, { cursor: id, fault: faultName(error) }),
      onProgress: (after) => heartbeat({ kind: name, after } satisfies OutboxCursor),
    },
    from,
  );
}

export type ReconcileWebhooksActivities = ReturnType<typeof createReconcileWebhooksActivities>;
