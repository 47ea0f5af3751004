import { route } from '../../route.js';
import { SUBSCRIBABLE_EVENT_TYPES } from '../event-types.js';
import { addEndpoint, type WebhooksContext } from '../use-cases/endpoints.js';
import { ADDRESS, change, requireContent } from './shared/webhook-endpoints.js';
import { presentEndpoint } from './shared/webhook-presenters.js';
import { endpointSecret, newEndpoint } from './shared/webhook-schemas.js';

export const createWebhookEndpointRoute = route({
  ...change,
  operationId: 'createWebhookEndpoint',
  contentScope: 'lookups:read',
  sendsDataOut: true,
  waits: true,
  method: 'post',
  path: '/v2/webhooks/endpoints',
  summary: 'Add an endpoint',
  description:
    'Adds an address to which events are sent. The address is checked now, and before every delivery. An address that could never ' +
    'receive events is refused with the reason. The signing secret is shown only in this response.',
  body: newEndpoint,
  response: endpointSecret,
  errors: [...ADDRESS, 'endpoint_limit_reached'],
  async handle(ctx: WebhooksContext, { caller, body }) {
    const { eventTypes = SUBSCRIBABLE_EVENT_TYPES } = body;
    requireContent(caller, { eventTypes });
    const added = await addEndpoint(ctx, { ...body, accountId: caller.accountId });
    return { endpoint: presentEndpoint(added.endpoint), secret: added.secret };
  },
});
