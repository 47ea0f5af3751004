import type { Logger } from 'pino';
import { createGuardedHttp } from '../net/guarded-http/index.js';
import { createSecretBox } from '../adapters/secret-box.js';
import { createSmtpMailer } from '../adapters/smtp-mailer.js';
import { createWebhookSender } from '../adapters/webhook-sender.js';
import { newId } from '../adapters/ids.js';
import type { Config } from '../config/env.js';
import type { DatabaseHandle } from '../db/client.js';
import type { Mailer } from '../domain/mail/mail.js';
import type { WebhookSender } from '../domain/webhooks/ports.js';
import { PostgresDeletedEndpoints } from '../db/webhooks/deleted-endpoints.js';
import { PostgresDeliveryReader } from '../db/webhooks/delivery-reader.js';
import { PostgresDeliveryStats } from '../db/webhooks/delivery-stats.js';
import { PostgresDeliveryStore } from '../db/webhooks/delivery-store.js';
import { PostgresEndpointHealthStore } from '../db/webhooks/endpoint-health-store.js';
import { PostgresEndpointStore } from '../db/webhooks/endpoint-store.js';
import { PostgresMailOutbox } from '../db/webhooks/mail-outbox.js';
import { PostgresRedelivery } from '../db/webhooks/redelivery.js';
import type { TemporalClient } from '../temporal/connection.js';
import type { Queues } from '../temporal/start-lookups.js';
import { TemporalWebhookWorkflows, BackgroundWebhookLauncher } from '../temporal/webhook-workflows.js';
import type { Lifecycle } from './lifecycle.js';

/** The repositories of webhooks and mails. */
export function webhookRepositories(config: Config, { sql, db }: DatabaseHandle) {
  const secrets = createSecretBox({ keys: config.SECRETS_KEY ?? [] });
  return {
    secrets,
    endpoints: new PostgresEndpointStore({ db, newId }),
    deliveries: new PostgresDeliveryStore({ sql, secrets, inFlight: config.WEBHOOK_CONCURRENCY }),
    deliveryReader: new PostgresDeliveryReader({ db }),
    deliveryStats: new PostgresDeliveryStats({ sql }),
    deletedEndpoints: new PostgresDeletedEndpoints({ sql }),
    redelivery: new PostgresRedelivery({ sql, newId }),
    endpointHealth: new PostgresEndpointHealthStore({ sql, newId }),
    mails: new PostgresMailOutbox({ sql, sealer: secrets }),
  };
}

/** What starts deliveries, at once and without making the code that wrote them wait. */
export function openWebhookWorkflows(
  lifecycle: Lifecycle,
  options: { temporal: TemporalClient; queues?: Queues | undefined; log: Logger },
): { webhookEngine: TemporalWebhookWorkflows; webhooks: BackgroundWebhookLauncher } {
  const { temporal, queues, log } = options;
  const webhookEngine = new TemporalWebhookWorkflows({ temporal, ...(queues ? { queues } : {}) });
  const onFailure = (id: string, error: unknown) => log.warn({ id, code: (error as { code?: unknown }).code }, 'left to the reconciler');
  const webhooks = lifecycle.register(new BackgroundWebhookLauncher({ workflows: webhookEngine, onFailure }), (launching) =>
    launching.drain(),
  );
  return { webhookEngine, webhooks };
}

/** The one guarded HTTP client by which endpoints are checked, tested and delivered to. */
export function webhookSender(config: Config): WebhookSender {
  const http = createGuardedHttp({
    allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
    caFile: config.WEBHOOK_CA_FILE,
    nameServers: config.DNS_SERVERS,
  });
  return createWebhookSender({ http, prefix: config.SERVICE_PREFIX });
}

/** The mail server that the settings name; null: mails are kept in the outbox. */
export function openMailer(lifecycle: Lifecycle, config: Config): Mailer | null {
  if (config.SMTP_URL === undefined) return null;
  return lifecycle.register(createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }), (mailer) => mailer.close());
}
