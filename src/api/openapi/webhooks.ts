/** Webhooks in the document: the events that receivers get. */
import type { PathItemObject, ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';
import { EVENT_API_VERSION, EVENTS, type EventDescription } from '../../features/webhooks/event.js';
import { EVENT_TYPES, type EventType } from '../../features/webhooks/event-types.js';

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
  const { summary, data, shortData }: EventDescription = EVENTS[type];
  const envelope = object({
    id: { ...text, description: 'Retries and resends have the same id. Store it, and skip events that you have already handled.' },
    type: { const: type },
    createdAt: timestamp,
    apiVersion: { const: EVENT_API_VERSION },
    accountId: text,
    apiKeyId: text,
    data: shortData
      ? { anyOf: [object(data), { ...object(shortData), description: 'For endpoints with the payload `summary`.' }] }
      : object(data),
  });
  return {
    operationId: `on_${type.replaceAll('.', '_')}`,
    tags: ['Events'],
    summary,
    description:
      'The header `SVC-Signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of t.body>` has the signature, and `SVC-Event-Id` the id. The ' +
      'headers of Standard Webhooks are sent too: `webhook-id`, `webhook-timestamp` and `webhook-signature`.',
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema: envelope } } },
    responses: {
      '2XX': { description: 'Acknowledges the event if it arrives within ten seconds.' },
      default: { description: 'The event is sent again later, up to eight attempts in total.' },
    },
  };
}
