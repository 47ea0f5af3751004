import type { DeliveryReader, DeliveryStatsReader, EndpointStore, Redelivery } from '../../domain/webhooks/management-ports.js';
import type { SecretBox, WebhookSender } from '../../domain/webhooks/ports.js';

/** Dependencies of webhook management. */
export interface WebhooksContext {
  readonly endpoints: EndpointStore;
  readonly deliveryReader: DeliveryReader;
  readonly deliveryStats: DeliveryStatsReader;
  readonly redelivery: Redelivery;
  readonly secrets: SecretBox;
  readonly sender: Pick<WebhookSender, 'check'>;
}

/** Identifies an endpoint of an account. */
export interface EndpointKey {
  readonly accountId: string;
  readonly endpointId: string;
}
