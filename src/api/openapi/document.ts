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

- For each platform, the result is **registered** or **not registered**. A platform without a confident answer is **omitted**, and
  never reported as not registered.
- A **module** is one kind of check: \`footprint\` probes platforms, and the others check mailboxes, phone lines, IP addresses, breaches and
  web mentions. An **instant** lookup probes only platforms that answer quickly, and ends at a time limit. A **deep** lookup probes every
  platform. A **control** is a probe with a known answer. A **purpose** says why a lookup is made (more terms: docs/glossary.md).
- \`null\` means "not checked", \`[]\` means "checked, nothing found".
- A single check costs one lookup, as does a lookup or batch item with one identity of each kind. A refused request is never billed.
- v2 refuses unknown query parameters and body fields with \`invalid_parameter\`, and names them. v1 ignores them, and lists the paths of
  up to ten in the header \`Footprint-Ignored\`, such as \`checks.mail\`.
- Each key has three limits per minute: 20 reads of lookups in v1, ten times the plan's limit for those in v2, and the plan's limit for
  everything else. All keys of an account together have five times these limits.
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
