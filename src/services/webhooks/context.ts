import type { DeliveryReader, EndpointStore, Redelivery } from '../../domain/webhooks/management-ports.js';
import type { WebhookLauncher } from '../../domain/webhooks/ports.js';
import type { SecretBox, WebhookSender } from '../../domain/webhooks/sending.js';

/** What the management of webhooks works on. */
export interface WebhooksContext {
  readonly endpoints: EndpointStore;
  readonly deliveryReader: DeliveryReader;
  readonly redelivery: Redelivery;
  readonly secrets: SecretBox;
  readonly sender: Pick<WebhookSender, 'check'>;
  readonly webhooks: WebhookLauncher;
}

/** Names an endpoint of an account. */
export interface EndpointKey {
  readonly accountId: string;
  readonly endpointId: string;
}
