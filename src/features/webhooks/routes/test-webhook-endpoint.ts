import { route } from '../../route.js';
import { sendTest } from '../use-cases/deliveries.js';
import type { WebhooksContext } from '../use-cases/endpoints.js';
import { common, endpointKeyOf } from './shared/webhook-endpoints.js';
import { endpointKey, sentEvent } from './shared/webhook-schemas.js';

export const testWebhookEndpointRoute = route({
  ...common,
  operationId: 'testWebhookEndpoint',
  recent: false,
  role: 'admin',
  method: 'post',
  path: '/v2/webhooks/endpoints/:id/test',
  summary: 'Send a test event',
  description: 'Sends `endpoint.test` like any other event, but with a single attempt. The delivery log shows the outcome.',
  params: endpointKey,
  response: sentEvent,
  errors: ['not_found', 'endpoint_disabled'],
  handle: (ctx: WebhooksContext, input) => sendTest(ctx, { ...endpointKeyOf(input), apiKeyId: input.caller.apiKeyId }),
});
