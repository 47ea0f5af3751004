import { route } from '../../route.js';
import { disableEndpoint, type WebhooksContext } from '../use-cases/endpoints.js';
import { endpointKeyOf, changeOne } from './shared/webhook-endpoints.js';
import { presentEndpoint } from './shared/webhook-presenters.js';
import { endpoint } from './shared/webhook-schemas.js';

export const disableWebhookEndpointRoute = route({
  ...changeOne,
  operationId: 'disableWebhookEndpoint',
  method: 'post',
  path: '/v2/webhooks/endpoints/:id/disable',
  summary: 'Disable an endpoint',
  description: 'No more events are sent to the endpoint, and deliveries in progress stop.',
  response: endpoint,
  errors: ['not_found'],
  handle: async (ctx: WebhooksContext, input) => presentEndpoint(await disableEndpoint(ctx, endpointKeyOf(input))),
});
