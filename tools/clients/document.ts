/** The API document as generators of other languages read it. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../checks/tool.js';

const JSON_TYPE = 'application/json';
const BYTES = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };

interface Content {
  content?: Record<string, unknown>;
}
interface Operation {
  requestBody?: Content;
  readonly responses: Record<string, Content>;
}
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: unknown;
}

/**
 * docs/openapi.json without what generators do not know: lines of JSON, CSV and streams are bytes, which the part of a client that is
 * written by hand reads; a body in another format than JSON is sent by that part as well; receivers of events need no client.
 */
export function documentForGenerators(): ApiDocument {
  const { webhooks: _, ...document } = JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'docs/openapi.json'), 'utf8')) as ApiDocument;
  for (const operation of Object.values(document.paths).flatMap((operations) => Object.values(operations))) {
    const { requestBody, responses } = operation;
    if (requestBody?.content) requestBody.content = { [JSON_TYPE]: requestBody.content[JSON_TYPE] };
    for (const response of Object.values(responses))
      if (response.content) response.content = JSON_TYPE in response.content ? { [JSON_TYPE]: response.content[JSON_TYPE] } : BYTES;
  }
  return document;
}
