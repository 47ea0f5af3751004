import { route } from '../../route.js';
import { deleteEndpoint, type WebhooksContext } from '../use-cases/endpoints.js';
import { endpointKeyOf, changeOne } from './shared/webhook-endpoints.js';
import { deletedEndpoint } from './shared/webhook-schemas.js';

/** `DELETE /v2/webhooks/endpoints/{id}`. */
export const deleteWebhookEndpointRoute = route({
  ...changeOne,
  operationId: 'deleteWebhookEndpoint',
  method: 'delete',
  summary: 'Delete an endpoint',
  description: 'Deletes the endpoint with its secrets and its log. Deliveries in progress stop before their next attempt.',
  response: deletedEndpoint,
  errors: ['not_found'],
  async handle(ctx: WebhooksContext, input) {
    await deleteEndpoint(ctx, endpointKeyOf(input));
    return { id: input.params.id, deleted: true as const };
  },
});
