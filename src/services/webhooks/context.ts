import type { Redelivery } from '../../db/webhooks/redelivery.js';
import type { DeliveryStatsReader } from '../../db/webhooks/delivery-stats.js';
import type { DeliveryReader } from '../../db/webhooks/delivery-reader.js';
import type { EndpointStore } from '../../db/webhooks/endpoint-store.js';
import type { WebhookSender } from '../../domain/webhooks/ports.js';
import type { SecretBox } from '../../kernel/values/sealer.js';

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
