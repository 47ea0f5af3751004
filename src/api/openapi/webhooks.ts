/** Webhooks in the document: the events that receivers get, and notes on the operations that manage endpoints. */
import type { PathItemObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { EVENT_API_VERSION, EVENT_TYPES, EVENTS, type EventType } from '../../domain/webhooks/event.js';
import type { OperationNote } from './notes.js';

const text: SchemaObject = { type: 'string' };
const timestamp: SchemaObject = { type: 'string', format: 'date-time' };
const object = (properties: Readonly<Record<string, SchemaObject | ReferenceObject>>): SchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** The `webhooks` of the document (OpenAPI 3.1): the envelope of each type of event, as receivers get it. */
export function eventsSection(): Record<string, PathItemObject> {
  return Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: operation(type) }]));
}

function operation(type: EventType) {
  const { summary, data } = EVENTS[type];
  const envelope = object({
    id: { ...text, description: 'Identical across retries and resends: store it and skip repeats.' },
    type: { const: type },
    createdAt: timestamp,
    apiVersion: { const: EVENT_API_VERSION },
    accountId: text,
    apiKeyId: text,
    data: object(data),
  });
  return {
    operationId: `on_${type.replaceAll('.', '_')}`,
    tags: ['Events'],
    summary,
    description: 'Signed in `SVC-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>`; the id is also in `SVC-Event-Id`.',
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
    responses: {
      '2XX': { description: 'Acknowledged, when it comes within ten seconds.' },
      default: { description: 'Sent again later: eight attempts in all.' },
    },
  };
}

const SCOPE = 'Needs a key with the scope `webhooks`.';
const notes: Readonly<Record<string, string>> = {
  listWebhookEndpoints: 'Endpoints of the account, oldest first.',
  createWebhookEndpoint:
    'Adds an endpoint. Its address is looked at as every delivery will look at it, so that one that can never be delivered to is ' +
    'refused here, with the reason. The signing secret is shown once.',
  getWebhookEndpoint: 'One endpoint, with its state and what ails it.',
  updateWebhookEndpoint: 'Changes what is given. A new address resets the failure clock.',
  deleteWebhookEndpoint: 'Deletes the endpoint with its secrets and its log. What is on its way ends at its next step.',
  disableWebhookEndpoint: 'Nothing is sent to the endpoint any more, and what was on its way ends.',
  enableWebhookEndpoint: 'Switches the endpoint on, with its failure clock reset. `recover` sends what it missed.',
  rotateWebhookSecret:
    'Makes a new signing secret, shown once. While the overlap lasts every request carries a signature of each living secret, so ' +
    'that receivers can change over without losing an event.',
  listWebhookDeliveries: 'The log of deliveries with its filters. Pages hang together: what is added meanwhile shifts nothing.',
  getWebhookDelivery: 'A delivery with the bytes that it sends and every attempt that was made.',
  resendWebhookDelivery: 'Sends an event again, delivered or not, with the same id and bytes, from the start of the schedule.',
  testWebhookEndpoint: 'Sends `endpoint.test` on the path that every event takes, as a single attempt; its outcome is in the log.',
  recoverWebhookEndpoint:
    'Resends what failed since a moment, and sends what was missed while the endpoint was switched off. Count first with `dryRun`.',
};

export const WEBHOOK_NOTES: Readonly<Record<string, OperationNote>> = Object.fromEntries(
  Object.entries(notes).map(([operationId, text]) => [operationId, { description: `${text} ${SCOPE}` }]),
);
