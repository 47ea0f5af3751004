import { route } from '../../route.js';
import type { WebhooksContext } from '../use-cases/endpoints.js';
import { common } from './shared/webhook-endpoints.js';
import { presentEndpoint } from './shared/webhook-presenters.js';
import { endpointList } from './shared/webhook-schemas.js';

export const listWebhookEndpointsRoute = route({
  ...common,
  operationId: 'listWebhookEndpoints',
  method: 'get',
  path: '/v2/webhooks/endpoints',
  summary: 'List endpoints',
  description: 'Endpoints of the account, oldest first.',
  response: endpointList,
  handle: async (ctx: WebhooksContext, { caller }) => ({ endpoints: (await ctx.endpoints.list(caller.accountId)).map(presentEndpoint) }),
});
