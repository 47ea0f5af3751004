import { route } from '../../route.js';
import { rotateSecret, type WebhooksContext } from '../use-cases/endpoints.js';
import { endpointKeyOf, changeOne } from './shared/webhook-endpoints.js';
import { presentEndpoint } from './shared/webhook-presenters.js';
import { endpointSecret, rotation } from './shared/webhook-schemas.js';

export const rotateWebhookSecretRoute = route({
  ...changeOne,
  operationId: 'rotateWebhookSecret',
  method: 'post',
  path: '/v2/webhooks/endpoints/:id/rotate-secret',
  summary: 'Replace the signing secret',
  description:
    'Creates a new signing secret, and shows it only in this response. The old secret stays valid for `overlapSeconds`. During that ' +
    'time, each request is signed with every valid secret, so that receivers can switch without losing an event.',
  body: rotation,
  response: endpointSecret,
  errors: ['not_found', 'invalid_parameter'],
  async handle(ctx: WebhooksContext, input) {
    const rotated = await rotateSecret(ctx, { ...endpointKeyOf(input), overlapSeconds: input.body.overlapSeconds });
    return { endpoint: presentEndpoint(rotated.endpoint), secret: rotated.secret };
  },
});
