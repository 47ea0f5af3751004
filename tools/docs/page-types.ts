import type { OpenAPIObject, OperationObject } from 'openapi3-ts/oas31';
import type { OpenAPI3 } from 'openapi-typescript';
import { describeApi } from '../../src/api/openapi/document.js';
import { ERROR_SCHEMAS } from '../../src/api/openapi/responses.js';
import { everyRoute } from '../../src/api/routes.js';
import { typesOf } from '../clients/client-types.mjs';

/** The types of the operations that only pages use, which tools/launch/generated.mjs writes. */
export function pageTypes(): Promise<string> {
  const pages = everyRoute.filter(({ audiences, redirects }) => !audiences.includes('key') && !redirects);
  return typesOf(resultsOnly(describeApi(pages)) as OpenAPI3, 'the table of routes (`src/api/routes.ts`)');
}

/** Errors are the same for every operation, and the client of the pages reads them by their code: types of what succeeds are enough. */
function resultsOnly(document: OpenAPIObject): OpenAPIObject {
  for (const operation of Object.values(document.paths ?? {}).flatMap((path): OperationObject[] => Object.values(path))) {
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses ?? {}).flatMap(([status, { description, content }]) =>
        status.startsWith('2') ? [[status, { description, ...(content && { content }) }]] : [],
      ),
    );
  }
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(([name]) => name !== 'ErrorCode' && !(name in ERROR_SCHEMAS));
  return { ...document, components: { schemas: Object.fromEntries(schemas) } };
}
