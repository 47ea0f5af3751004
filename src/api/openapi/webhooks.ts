/** Webhooks in the document: the events that receivers get. */
import type { PathItemObject, SchemaObject } from 'openapi3-ts/oas31';
import { EVENT_API_VERSION, EVENT_TYPES, type EventType } from '../../domain/webhooks/event.js';

const text: SchemaObject = { type: 'string' };
const timestamp: SchemaObject = { type: 'string', format: 'date-time' };
const count: SchemaObject = { type: 'integer' };
const object = (properties: Record<string, SchemaObject | { $ref: string }>): SchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

/** When each event is sent, and its `data`. docs/contract.md, 13.2. */
const EVENTS: Readonly<Record<EventType, { readonly summary: string; readonly data: SchemaObject }>> = {
  'lookup.completed': {
    summary: 'A lookup request has finished: once a request, not once a module; each batch item by itself.',
    data: object({ lookupId: text, response: { $ref: '#/components/schemas/LookupV2' } }),
  },
  'usage.threshold_reached': {
    summary: 'Usage reached 80 % or 100 % of the allowance; once each per billing period.',
    data: object({ scope: text, percent: count, used: count, limit: count, periodStart: timestamp }),
  },
  'team.member_joined': {
    summary: 'A teammate has joined.',
    data: object({ memberId: text, email: text, role: text, joinedAt: timestamp }),
  },
  'endpoint.test': { summary: 'A test was asked for.', data: object({ endpointId: text }) },
};

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
    data,
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
