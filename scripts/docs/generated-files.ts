import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describeApi } from '../../src/http/openapi/document.js';
import { apiRoutes, type ApiContext } from '../../src/http/routes.js';
import { envExample, envPage } from './env-pages.js';
import { errorsPage } from './errors-page.js';

/** Routes are described by their shapes alone: whoever reaches for a store or a catalogue while they are made is told so. */
const NOTHING = new Proxy({} as ApiContext, {
  get(_, name) {
    throw new Error(`a route reads ${String(name)} of its context while it is made: read it in the handler`);
  },
});

/** Every file that follows from the source, by its path from the root of the project. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const document = describeApi(apiRoutes(NOTHING));
  // openapi-typescript has types of its own for the same document.
  const types = astToString(await openapiTS(document as unknown as OpenAPI3, { alphabetize: false }));
  return {
    'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'docs/errors.md': errorsPage(),
    'docs/env.md': envPage(),
    '.env.example': envExample(),
    'clients/typescript/schema.d.ts': `/** Written by \`npm run docs\` from docs/openapi.json: change the service's schemas instead. */\n${types}`,
  };
}
