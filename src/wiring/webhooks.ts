import { createGuardedHttp } from '../kernel/net/guarded-http/index.js';
import { createSmtpMailer } from '../features/emails/smtp/smtp-mailer.js';
import { createWebhookSender } from '../features/webhooks/sender/webhook-sender.js';
import type { Config } from '../kernel/config/env.js';
import type { Mailer } from '../features/emails/email.js';
import type { WebhookSender } from '../features/webhooks/ports.js';
import type { Lifecycle } from './lifecycle.js';

/** Ports of endpoints besides 443: below are those of well-known services, which do not take events. */
const ENDPOINT_PORTS_FROM = 1_024;

/** The one guarded HTTP client by which endpoints are checked, tested and delivered to. @param now the clock of signatures */
export function webhookSender(config: Config, now?: () => Date): WebhookSender {
  const http = createGuardedHttp({
    allowedNetworks: config.WEBHOOK_ALLOWED_NETWORKS,
    caFile: config.WEBHOOK_CA_FILE,
    nameServers: config.DNS_SERVERS,
    portsFrom: ENDPOINT_PORTS_FROM,
  });
  return createWebhookSender({ http, prefix: config.SERVICE_PREFIX, ...(now ? { now } : {}) });
}

/** The mail server that the settings name; null: emails are kept in the outbox. */
export function openMailer(lifecycle: Lifecycle, config: Config): Mailer | null {
  if (config.SMTP_URL === undefined) return null;
  return lifecycle.register(createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }), (mailer) => mailer.close());
}
