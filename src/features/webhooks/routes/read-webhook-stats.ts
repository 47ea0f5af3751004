import { route } from '../../route.js';
import { readStats } from '../use-cases/deliveries.js';
import type { WebhooksContext } from '../use-cases/endpoints.js';
import { common } from './shared/webhook-endpoints.js';
import { presentStats } from './shared/webhook-presenters.js';
import { stats, statsQuery } from './shared/webhook-schemas.js';

export const readWebhookStatsRoute = route({
  ...common,
  operationId: 'readWebhookStats',
  method: 'get',
  path: '/v2/webhooks/stats',
  summary: 'Read delivery statistics over time',
  description: 'Deliveries, attempts and response times by endpoint and interval, calculated from the delivery log.',
  query: statsQuery,
  response: stats,
  errors: ['not_found', 'invalid_parameter'],
  handle: async (ctx: WebhooksContext, { caller: { accountId }, query: { endpoint: endpointId, period } }) =>
    presentStats(await readStats(ctx, { accountId, endpointId, period })),
});
