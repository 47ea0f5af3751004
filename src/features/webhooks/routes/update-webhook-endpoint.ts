import { route } from '../../route.js';
import { editEndpoint, type WebhooksContext } from '../use-cases/endpoints.js';
import { ADDRESS, endpointKeyOf, changeOne, requireContent } from './shared/webhook-endpoints.js';
import { presentEndpoint } from './shared/webhook-presenters.js';
import { endpoint, endpointChanges } from './shared/webhook-schemas.js';

/** `PATCH /v2/webhooks/endpoints/{id}`. */
export const updateWebhookEndpointRoute = route({
  ...changeOne,
  operationId: 'updateWebhookEndpoint',
  contentScope: 'lookups:read',
  sendsDataOut: true,
  method: 'patch',
  summary: 'Change an endpoint',
  description: 'Changes only the fields that are sent. A new address resets the failure window.',
  body: endpointChanges,
  response: endpoint,
  errors: ['not_found', ...ADDRESS],
  async handle(ctx: WebhooksContext, input) {
    requireContent(input.caller, input.body);
    return presentEndpoint(await editEndpoint(ctx, { ...endpointKeyOf(input), changes: input.body }));
  },
});
