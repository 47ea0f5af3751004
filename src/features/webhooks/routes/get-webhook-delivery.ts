import { route } from '../../route.js';
import { seesContent } from '../../accounts/api-keys.js';
import { readDelivery } from '../use-cases/deliveries.js';
import type { WebhooksContext } from '../use-cases/endpoints.js';
import { common, endpointKeyOf } from './shared/webhook-endpoints.js';
import { presentDeliveryDetails } from './shared/webhook-presenters.js';
import { deliveryDetails, deliveryKey } from './shared/webhook-schemas.js';

export const getWebhookDeliveryRoute = route({
  ...common,
  operationId: 'getWebhookDelivery',
  contentScope: 'lookups:read',
  method: 'get',
  path: '/v2/webhooks/endpoints/:id/deliveries/:eventId',
  summary: 'Read a delivery with its attempts',
  description: 'A delivery with the exact bytes that it sends, and every attempt so far.',
  params: deliveryKey,
  response: deliveryDetails,
  errors: ['not_found'],
  async handle(ctx: WebhooksContext, input) {
    const details = await readDelivery(ctx, { ...endpointKeyOf(input), eventId: input.params.eventId });
    return presentDeliveryDetails(details, seesContent(input.caller));
  },
});
