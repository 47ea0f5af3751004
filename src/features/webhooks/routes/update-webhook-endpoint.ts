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
  waits: true,
  method: 'patch',
  summary: 'Change an endpoint',
  description:
    'Changes the fields that you send, and no others. With a new address, earlier failures no longer count towards disabling the endpoint.',
  body: endpointChanges,
  response: endpoint,
  errors: ['not_found', ...ADDRESS],
  async handle(ctx: WebhooksContext, input) {
    requireContent(input.caller, input.body);
    return presentEndpoint(await editEndpoint(ctx, { ...endpointKeyOf(input), changes: input.body }));
  },
});
