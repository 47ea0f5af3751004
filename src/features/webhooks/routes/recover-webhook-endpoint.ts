import { route } from '../../route.js';
import { recoverSince } from '../use-cases/deliveries.js';
import type { WebhooksContext } from '../use-cases/endpoints.js';
import { change, endpointKeyOf } from './shared/webhook-endpoints.js';
import { endpointKey, recovery, recoveryRequest } from './shared/webhook-schemas.js';

export const recoverWebhookEndpointRoute = route({
  ...change,
  operationId: 'recoverWebhookEndpoint',
  sendsDataOut: true,
  method: 'post',
  path: '/v2/webhooks/endpoints/:id/recover',
  summary: 'Recover missed deliveries',
  description:
    'Resends deliveries that failed since a given time, and sends events that were missed while the endpoint was disabled. Use ' +
    '`dryRun` to count them first.',
  params: endpointKey,
  body: recoveryRequest,
  response: recovery,
  errors: ['not_found', 'endpoint_disabled', 'invalid_parameter'],
  async handle(ctx: WebhooksContext, input) {
    const { since, dryRun } = input.body;
    const { failed, missed } = await recoverSince(ctx, { ...endpointKeyOf(input), since: new Date(since), dryRun });
    return { failed, missed, dryRun };
  },
});
