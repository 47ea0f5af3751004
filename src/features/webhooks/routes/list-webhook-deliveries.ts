import { z } from 'zod';
import { deliveryCursor } from '../../../kernel/http/cursor.js';
import { cursorText, idOf, pageLimit, timestampText } from '../../../kernel/http/request-fields.js';
import { route } from '../../route.js';
import { DELIVERY_STATES } from '../delivery.js';
import { EVENT_TYPES } from '../event-types.js';
import type { WebhooksContext } from '../use-cases/endpoints.js';
import { common } from './shared/webhook-endpoints.js';
import { presentDelivery } from './shared/webhook-presenters.js';
import { deliveryPage } from './shared/webhook-schemas.js';

const requestedDate = timestampText.transform((moment) => new Date(moment)).optional();

const filter = z.object({
  endpoint: idOf('the id of an endpoint').optional().describe('Only deliveries to this endpoint.'),
  type: z.enum(EVENT_TYPES).optional().describe('Only deliveries of this type of event.'),
  state: z.enum(DELIVERY_STATES).optional().describe('Only deliveries in this state.'),
  since: requestedDate.describe('Created at this time or later.'),
  until: requestedDate.describe('Created before this time.'),
  limit: pageLimit.describe('How many deliveries, 1 to 100; 20 by default.'),
  cursor: cursorText,
});

export const listWebhookDeliveriesRoute = route({
  ...common,
  operationId: 'listWebhookDeliveries',
  method: 'get',
  path: '/v2/webhooks/deliveries',
  summary: 'List deliveries, newest first',
  description: 'The delivery log, with filters. Paging is stable: new deliveries do not shift the pages.',
  query: filter,
  response: deliveryPage,
  errors: ['invalid_parameter'],
  async handle(ctx: WebhooksContext, { caller, query: { endpoint, type, limit, cursor, ...rest } }) {
    const filters = { ...rest, endpointId: endpoint, eventType: type };
    const { items, next } = await ctx.deliveryReader.list(caller.accountId, filters, { limit, after: deliveryCursor.decode(cursor) });
    return { deliveries: items.map(presentDelivery), nextCursor: next && deliveryCursor.encode(next) };
  },
});
