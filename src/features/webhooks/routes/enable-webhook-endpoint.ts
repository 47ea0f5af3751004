import { route } from '../../route.js';
import { enableEndpoint, type WebhooksContext } from '../use-cases/endpoints.js';
import { endpointKeyOf, changeOne } from './shared/webhook-endpoints.js';
import { presentEndpoint } from './shared/webhook-presenters.js';
import { endpoint } from './shared/webhook-schemas.js';

export const enableWebhookEndpointRoute = route({
  ...changeOne,
  operationId: 'enableWebhookEndpoint',
  sendsDataOut: true,
  method: 'post',
  path: '/v2/webhooks/endpoints/:id/enable',
  summary: 'Enable an endpoint',
  description: 'Enables the endpoint. Earlier failures no longer count. Use `recover` to send the events that it missed.',
  response: endpoint,
  errors: ['not_found'],
  handle: async (ctx: WebhooksContext, input) => presentEndpoint(await enableEndpoint(ctx, endpointKeyOf(input))),
});
