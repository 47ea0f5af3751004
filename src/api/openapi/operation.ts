import type { OperationObject, ParameterObject, RequestBodyObject, ResponseObject, SchemaObject } from 'openapi3-ts/oas31';
import type { Route } from '../../features/route.js';
import type { JsonSchema } from './json-schemas.js';
import { IDEMPOTENCY_KEY, IF_NONE_MATCH } from '../../kernel/http/operation-notes.js';
import { errorCodesOf, errorResponses, headersOf } from './responses.js';

/** The schemas of an operation's parts, converted. */
export interface OperationSchemas {
  readonly params: JsonSchema;
  readonly query: JsonSchema;
  readonly body?: JsonSchema;
  readonly response: JsonSchema;
  /** Its properties are the payloads by event type. */
  readonly events?: JsonSchema;
}

const TAGS: Readonly<Record<string, string>> = {
  email: 'Checks',
  phone: 'Checks',
  ip: 'Checks',
  lookup: 'Lookups',
  platforms: 'Platforms',
};

/** The order of the document's groups; others follow. */
export const TAG_ORDER = ['Lookups', 'Checks', 'Platforms'];

/** The path in OpenAPI's notation: `/v1/lookup/{id}`. */
export function pathOf(route: Pick<Route, 'path'>): string {
  return route.path.replace(/:(\w+)/g, '{$1}');
}

/** The document's group of a route, by the first path segment after the version. */
export function tagOf(route: Pick<Route, 'path'>): string {
  const [, version = '', step = ''] = route.path.split('/');
  const name = TAGS[step] ?? step.replace(/^./, (letter) => letter.toUpperCase());
  return version === 'v1' ? name : `${name} (${version})`;
}

/** One operation of the document, from its route and its converted schemas. */
export function describeOperation(route: Route, schemas: OperationSchemas): OperationObject {
  const path = parametersOf(schemas.params, 'path');
  const query = parametersOf(schemas.query, 'query');
  const billed = route.errors.includes('idempotency_conflict') ? [IDEMPOTENCY_KEY] : [];
  const tagged = route.tagged ? [IF_NONE_MATCH] : [];
  const parameters = [...path, ...query, ...billed, ...tagged, ...(route.requestHeaders ?? [])];
  return {
    operationId: route.operationId,
    tags: [tagOf(route)],
    summary: route.summary,
    description: [route.description, ...scopeNotes(route)].join(' '),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(schemas.body ? { requestBody: requestBody(schemas.body, route) } : {}),
    responses: {
      ...(route.noContent
        ? { 204: { description: 'Done. The response has no body.', headers: headersOf(204) } }
        : { 200: success(schemas, route), ...(route.accepted ? { 202: { ...success(schemas, route), description: 'Accepted.' } } : {}) }),
      ...(route.tagged
        ? { 304: { description: 'The copy that `If-None-Match` names is still current.', headers: headersOf(304, true) } }
        : {}),
      ...errorResponses(errorCodesOf(route, { hasPath: path.length > 0, hasQuery: query.length > 0 })),
    },
  };
}

/** What the document says of the scopes of a key. */
function scopeNotes({ scopes = [], contentScope }: Route): string[] {
  const list = scopes.map((scope) => `\`${scope}\``).join(' and ');
  return [
    ...(scopes.length > 0 ? [`Requires the scope${scopes.length > 1 ? 's' : ''} ${list}.`] : []),
    ...(contentScope ? [`Where findings of lookups are sent or shown, \`${contentScope}\` is required too.`] : []),
  ];
}

function parametersOf(schema: JsonSchema, location: 'path' | 'query'): ParameterObject[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property as SchemaObject;
    return {
      name,
      in: location,
      required: location === 'path' || (schema.required ?? []).includes(name),
      ...(description === undefined ? {} : { description }),
      schema: asList(rest),
    };
  });
}

/** A parameter that may be repeated is a list: given once it is a list of one, and generators make nothing of an alternative. */
function asList({ anyOf, ...schema }: SchemaObject): SchemaObject {
  const list = anyOf?.find((each) => 'type' in each && each.type === 'array');
  return list === undefined ? { ...schema, ...(anyOf && { anyOf }) } : { ...schema, ...list };
}

function requestBody(schema: JsonSchema, { requestExamples: examples, streamed }: Route): RequestBodyObject {
  const others = streamed?.types.map((type) => [type, { schema: { type: 'string' } }] as const) ?? [];
  const json = { schema: schema as SchemaObject, ...(examples ? { examples } : {}) };
  return { required: true, content: { 'application/json': json, ...Object.fromEntries(others) } };
}

function success(
  schemas: OperationSchemas,
  { responseExamples: examples, links, tagged, table, lines = table, otherType }: Route,
): ResponseObject {
  const events = schemas.events?.properties as Readonly<Record<string, JsonSchema>> | undefined;
  const [type, schema] = events
    ? (['text/event-stream', eventSchema(events)] as const)
    : ([lines ? 'application/x-ndjson' : 'application/json', schemas.response] as const);
  return {
    description: events ? describeEvents(events) : lines ? 'One JSON object per line.' : 'The request succeeded.',
    headers: headersOf(200, tagged),
    content: {
      [type]: { schema: schema as SchemaObject, ...(examples ? { examples } : {}) },
      ...(table ? { 'text/csv': { schema: { type: 'string' } } } : {}),
      ...(otherType ? { [otherType]: { schema: { type: 'object' } } } : {}),
    },
    ...(links ? { links: { ...links } } : {}),
  };
}

/** The schema of one event of a stream, as OpenAPI 3.2 has it in `itemSchema`; 3.1 has only `schema`, which tools read the same way. */
function eventSchema(events: Readonly<Record<string, JsonSchema>>): SchemaObject {
  return {
    oneOf: Object.entries(events).map(
      ([type, payload]): SchemaObject => ({
        type: 'object',
        properties: {
          id: { type: 'string', description: 'Position in the stream, for `Last-Event-ID`.' },
          event: { const: type },
          // `contentSchema` is JSON Schema 2020-12, which OpenAPI 3.1 includes in full; the TypeScript types lack the keyword.
          data: { type: 'string', contentMediaType: 'application/json', contentSchema: payload } as SchemaObject,
        },
        required: ['id', 'event', 'data'],
      }),
    ),
  };
}

function describeEvents(events: Readonly<Record<string, JsonSchema>>): string {
  const lines = Object.entries(events).map(([type, { $ref }]) => `- \`${type}\`: ${$ref?.split('/').at(-1) ?? 'an object'}`);
  return `Server-sent events. The \`data\` of each is JSON:\n\n${lines.join('\n')}`;
}
