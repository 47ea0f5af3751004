import { route } from '../../route.js';
import { resend } from '../use-cases/deliveries.js';
import type { WebhooksContext } from '../use-cases/endpoints.js';
import { change, endpointKeyOf } from './shared/webhook-endpoints.js';
import { deliveryKey, sentEvent } from './shared/webhook-schemas.js';

export const resendWebhookDeliveryRoute = route({
  ...change,
  operationId: 'resendWebhookDelivery',
  sendsDataOut: true,
  method: 'post',
  path: '/v2/webhooks/endpoints/:id/deliveries/:eventId/resend',
  summary: 'Send an event again',
  description: 'Sends an event again, whether or not it was delivered, with the same id and bytes. The schedule of attempts starts again.',
  params: deliveryKey,
  response: sentEvent,
  errors: ['not_found', 'endpoint_disabled'],
  handle: (ctx: WebhooksContext, input) => resend(ctx, { ...endpointKeyOf(input), eventId: input.params.eventId }),
});
