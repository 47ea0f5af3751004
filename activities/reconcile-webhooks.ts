import { activityInfo, cancellationSignal, heartbeat, log } from '@temporalio/activity';
import { faultName } from '../src/domain/fault-name.js';
import type { MailOutbox } from '../src/domain/mail/mail.js';
import type { PageFrom } from '../src/domain/page-from.js';
import type { DeletedEndpoints, DeliveryPlace, DeliveryRecord, EndpointHealthRecord, WebhookEngine } from '../src/domain/webhooks/ports.js';

/** Long enough for the process that wrote it to start it itself. */
const GRACE_SECONDS = 10;
/** Longer: a mail that waits for an unavailable mail server is not one that nobody sends. */
const MAIL_GRACE_SECONDS = 60;
const PAGE = 500;
const AT_ONCE = 16;
/** Steps in which a run deletes what deleted endpoints have left, at most: the rest of the outbox does not wait for it. */
const DELETING_STEPS = 100;

export interface ReconcileWebhooksActivityPorts {
  readonly deliveries: DeliveryRecord;
  readonly endpointHealth: EndpointHealthRecord;
  readonly mails: MailOutbox;
  readonly deletedEndpoints: DeletedEndpoints;
  readonly webhookEngine: WebhookEngine;
}

/** Progress of a run: through all kinds before this one, and through this one up to a cursor. */
interface OutboxPlace {
  readonly kind: string;
  readonly after: unknown;
}

/** One kind of item in the outbox. */
interface Kind<Item, Place> {
  readonly name: string;
  readonly page: (page: PageFrom<Place>) => Promise<readonly Item[]>;
  readonly start: (item: Item) => Promise<void>;
  readonly placeOf: (item: Item) => Place;
}

export function createReconcileWebhooksActivities({
  deliveries,
  endpointHealth,
  mails,
  deletedEndpoints,
  webhookEngine,
}: ReconcileWebhooksActivityPorts) {
  // Deliveries last: there may be many thousands, and watches and mails are few.
  const kinds = [
    through<string, string>({
      name: 'watch',
      page: (page) => endpointHealth.unwatched(GRACE_SECONDS, page),
      start: (endpointId) => webhookEngine.keepWatching(endpointId),
      placeOf: (endpointId) => endpointId,
    }),
    through<string, string>({
      name: 'mail',
      page: (page) => mails.overdue(MAIL_GRACE_SECONDS, page),
      start: (mailId) => webhookEngine.startMail(mailId),
      placeOf: (mailId) => mailId,
    }),
    through({
      name: 'delivery',
      page: (page: PageFrom<DeliveryPlace>) => deliveries.overdue(GRACE_SECONDS, page),
      start: ({ nextAttemptAt: _due, ...ticket }) => webhookEngine.startDelivery(ticket),
      placeOf: ({ nextAttemptAt, eventId, endpointId }) => ({ nextAttemptAt, eventId, endpointId }),
    }),
  ];
  return {
    /**
     * Deletes what deleted endpoints have left, so that none of it is started, and starts what is due by its row and not under way:
     * watches of failing endpoints, mails, deliveries. Starting a running workflow changes nothing. A failed start delays no other;
     * a repeated run continues from the last heartbeat.
     */
    async reconcileWebhooks(): Promise<{ started: number }> {
      const heard = activityInfo().heartbeatDetails as OutboxPlace | undefined;
      const first = Math.max(
        0,
        kinds.findIndex(({ name }) => name === heard?.kind),
      );
      await deleteLeftovers(deletedEndpoints, heard);
      let started = 0;
      for (const { name, startAll } of kinds.slice(first)) started += await startAll(name === heard?.kind ? heard.after : null);
      return { started };
    },
  };
}

/** A fault is logged and delays nothing: the next run continues. */
async function deleteLeftovers(deletedEndpoints: DeletedEndpoints, heard: OutboxPlace | undefined): Promise<void> {
  for (let step = 0; step < DELETING_STEPS; step += 1) {
    cancellationSignal().throwIfAborted();
    heartbeat(heard ?? ({ kind: 'deleted endpoint', after: null } satisfies OutboxPlace));
    const deleted = await deletedEndpoints.deleteSome().catch((error: unknown) => {
      log.warn('what a deleted endpoint left could not be deleted', { fault: faultName(error) });
      return 0;
    });
    if (deleted === 0) return;
  }
}

/** Goes through a kind page by page. */
function through<Item, Place>({ name, page, start, placeOf }: Kind<Item, Place>) {
  const tryStart = async (item: Item): Promise<number> => {
    try {
      await start(item);
      return 1;
    } catch (error) {
      log.warn(`a ${name} could not be started`, { place: placeOf(item), fault: faultName(error) });
      return 0;
    }
  };
  const startAll = async (from: unknown): Promise<number> => {
    let after = from as Place | null;
    let started = 0;
    for (;;) {
      const items = await page({ limit: PAGE, after });
      for (let index = 0; index < items.length; index += AT_ONCE) {
        cancellationSignal().throwIfAborted();
        heartbeat({ kind: name, after } satisfies OutboxPlace);
        const some = items.slice(index, index + AT_ONCE);
        for (const one of await Promise.all(some.map(tryStart))) started += one;
        after = placeOf(some.at(-1) as Item);
      }
      heartbeat({ kind: name, after } satisfies OutboxPlace);
      if (items.length < PAGE) return started;
    }
  };
  return { name, startAll };
}

export type ReconcileWebhooksActivities = ReturnType<typeof createReconcileWebhooksActivities>;
