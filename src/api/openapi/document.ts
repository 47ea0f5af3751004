import type { OpenAPIObject, PathItemObject, SchemaObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import type { Route } from '../../features/route.js';
import { toJsonSchemas } from './json-schemas.js';
import { describeOperation, pathOf, TAG_ORDER, tagOf, type OperationSchemas } from './operation.js';
import { ERROR_SCHEMAS, errorComponents, HEADER_COMPONENTS } from './responses.js';
import { nameVocabularies } from './vocabularies.js';
import { eventsSection } from './webhooks.js';

const DESCRIPTION = `Finds the platforms on which an e-mail address, a phone number or a username is registered, with breach history, web mentions and
facts about a mailbox, a phone line or an IP address.

- Every platform is **registered**, **not registered** or **omitted**. A platform without a confident answer is omitted, and is
  never reported as not registered.
- \`null\` means "not checked", \`[]\` means "checked, nothing found".
- Each lookup, batch item and single check is billed as one lookup. A refused request is never billed.
- v2 refuses unknown query parameters and body fields with \`invalid_parameter\`, and names them. v1 ignores them, and names up to
  ten of them in the header \`Footprint-Ignored\`, by path: \`platform\`, \`checks.mail\`.
- Each key has three separate limits per minute. Reading lookups in v1: 20 requests on every plan. Reading lookups in v2: ten times the
  plan's requests. Everything else: the plan's requests. All keys of an account together are allowed five times as much.
- Every response has \`X-RateLimit-Limit\` and \`X-RateLimit-Remaining\`. A 429 says in \`Retry-After\` how many seconds to wait. The status
  is 402 when the monthly quota is used up.`;

/**
 * The OpenAPI 3.1 document of a table of routes: it documents the schemas that parse the requests.
 *
 * @throws Error when two operations share an id, or two schemas a name
 */
export function describeApi(routes: readonly Route[]): OpenAPIObject {
  const ids = routes.map((route) => route.operationId);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`two operations are called ${twice}`);
  const { roots, components } = toJsonSchemas(Object.fromEntries(routes.map((route) => [route.operationId, schemasOf(route)])));
  const paths: Record<string, PathItemObject> = {};
  for (const route of routes.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))) {
    const path = pathOf(route);
    paths[path] = {
      ...paths[path],
      [route.method]: describeOperation(route, roots[route.operationId]?.properties as unknown as OperationSchemas),
    };
  }
  const { document, schemas } = nameVocabularies<OpenAPIObject>({
    openapi: '3.1.0',
    info: { title: 'Footprint', version: '1.0', description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    security: [{ apiKey: [] }],
    tags: [...tagsOf(routes), 'Events'].map((name) => ({ name })),
    paths,
    ...('LookupV2' in components ? { webhooks: eventsSection() } : {}),
    components: {
      schemas: { ...ERROR_SCHEMAS, ...(components as Record<string, SchemaObject>) },
      responses: errorComponents(),
      headers: { ...HEADER_COMPONENTS },
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the account: `Authorization: Bearer <prefix>_…`.' },
      },
    },
  });
  return { ...document, components: { ...document.components, schemas: { ...document.components?.schemas, ...schemas } } };
}

function tagsOf(routes: readonly Route[]): string[] {
  const used = new Set(routes.map(tagOf));
  return [...new Set([...TAG_ORDER.filter((tag) => used.has(tag)), ...used])];
}

/** All schemas of an operation as one object, which is converted as a whole. */
function schemasOf({ params, query, body, response, events }: Route): z.ZodObject {
  return z.object({ params, query, response, ...(body ? { body } : {}), ...(events ? { events: z.object(events) } : {}) });
}
