import type { Redelivery } from '../store/redelivery.js';
import type { DeliveryStatsReader } from '../store/delivery-stats.js';
import type { DeliveryReader } from '../store/delivery-reader.js';
import type { EndpointStore } from '../store/endpoint-store.js';
import type { WebhookSender } from '../ports.js';
import type { SecretBox } from '../../../kernel/values/sealer.js';

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
