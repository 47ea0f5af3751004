import { seesContent } from '../../accounts/api-keys.js';
import { z } from 'zod';
import { DELIVERY_STATES } from '../delivery.js';
import { EVENT_TYPES } from '../event.js';
import type { WebhooksContext } from '../use-cases/endpoints.js';
import { listDeliveries, readDelivery, readStats, recoverSince, resend, sendTest } from '../use-cases/deliveries.js';
import { route, type Route } from '../../../kernel/http/route.js';
import { cursorText, idOf, pageLimit, timestampText } from '../../../kernel/http/request-fields.js';
import { endpointKeyOf } from './webhook-endpoints.js';
import { presentDelivery, presentDeliveryDetails, presentStats } from './webhook-presenters.js';
import {
  deliveryDetails,
  deliveryKey,
  deliveryPage,
  endpointKey,
  recovery,
  recoveryRequest,
  sentEvent,
  stats,
  statsQuery,
} from './webhook-schemas.js';

const common = { scopes: ['webhooks'] } as const;
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

/** `/v2/webhooks/…/deliveries`: what was sent, what came of it, and sending it again. */
export function webhookDeliveryRoutes(ctx: WebhooksContext): Route[] {
  return [
    route({
      ...common,
      operationId: 'listWebhookDeliveries',
      method: 'get',
      path: '/v2/webhooks/deliveries',
      summary: 'List deliveries, newest first',
      description: 'The delivery log, which can be filtered. Paging is stable: new deliveries do not shift the pages.',
      query: filter,
      response: deliveryPage,
      errors: ['invalid_parameter'],
      async handle({ caller, query: { endpoint, type, limit, cursor, ...rest } }) {
        const page = await listDeliveries(ctx, {
          accountId: caller.accountId,
          filter: { ...rest, endpointId: endpoint, eventType: type },
          limit,
          cursor,
        });
        return { deliveries: page.deliveries.map(presentDelivery), nextCursor: page.nextCursor };
      },
    }),
    route({
      ...common,
      operationId: 'readWebhookStats',
      method: 'get',
      path: '/v2/webhooks/stats',
      summary: 'Read delivery statistics over time',
      description: 'Deliveries, attempts and response times by endpoint and interval, calculated from the delivery log.',
      query: statsQuery,
      response: stats,
      errors: ['not_found', 'invalid_parameter'],
      handle: async ({ caller: { accountId }, query: { endpoint: endpointId, period } }) =>
        presentStats(await readStats(ctx, { accountId, endpointId, period })),
    }),
    route({
      ...common,
      operationId: 'getWebhookDelivery',
      contentScope: 'lookups:read',
      method: 'get',
      path: '/v2/webhooks/endpoints/:id/deliveries/:eventId',
      summary: 'Read a delivery with its attempts',
      description: 'A delivery with the bytes that it sends and every attempt that was made.',
      params: deliveryKey,
      response: deliveryDetails,
      errors: ['not_found'],
      async handle(input) {
        const details = await readDelivery(ctx, { ...endpointKeyOf(input), eventId: input.params.eventId });
        return presentDeliveryDetails(details, seesContent(input.caller));
      },
    }),
    route({
      ...common,
      operationId: 'resendWebhookDelivery',
      sendsDataOut: true,
      recent: true,
      role: 'admin',
      method: 'post',
      path: '/v2/webhooks/endpoints/:id/deliveries/:eventId/resend',
      summary: 'Send an event again',
      description: 'Sends an event again, delivered or not, with the same id and bytes, from the start of the schedule.',
      params: deliveryKey,
      response: sentEvent,
      errors: ['not_found', 'endpoint_disabled'],
      handle: (input) => resend(ctx, { ...endpointKeyOf(input), eventId: input.params.eventId }),
    }),
    route({
      ...common,
      operationId: 'testWebhookEndpoint',
      recent: false,
      role: 'admin',
      method: 'post',
      path: '/v2/webhooks/endpoints/:id/test',
      summary: 'Send a test event',
      description: 'Sends `endpoint.test` as every event is sent, but with a single attempt. The delivery log shows the outcome.',
      params: endpointKey,
      response: sentEvent,
      errors: ['not_found', 'endpoint_disabled'],
      handle: (input) => sendTest(ctx, { ...endpointKeyOf(input), apiKeyId: input.caller.apiKeyId }),
    }),
    route({
      ...common,
      operationId: 'recoverWebhookEndpoint',
      sendsDataOut: true,
      recent: true,
      role: 'admin',
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
      async handle(input) {
        const { since, dryRun } = input.body;
        const { failed, missed } = await recoverSince(ctx, { ...endpointKeyOf(input), since: new Date(since), dryRun });
        return { failed, missed, dryRun };
      },
    }),
  ];
}
