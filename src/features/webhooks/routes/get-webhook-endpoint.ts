import { route } from '../../route.js';
import { readEndpoint, type WebhooksContext } from '../use-cases/endpoints.js';
import { endpointKeyOf, one } from './shared/webhook-endpoints.js';
import { presentEndpoint } from './shared/webhook-presenters.js';
import { endpoint } from './shared/webhook-schemas.js';

/** `GET /v2/webhooks/endpoints/{id}`. */
export const getWebhookEndpointRoute = route({
  ...one,
  operationId: 'getWebhookEndpoint',
  method: 'get',
  summary: 'Read an endpoint',
  description: 'One endpoint with its state and its failures.',
  response: endpoint,
  errors: ['not_found'],
  handle: async (ctx: WebhooksContext, input) => presentEndpoint(await readEndpoint(ctx, endpointKeyOf(input))),
});
