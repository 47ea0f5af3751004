import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describeApi } from '../../src/api/openapi/document.js';
import { apiRoutes, type ApiContext, everyRoute } from '../../src/api/routes.js';
import { COMPOSE_FILE, composeFile } from './compose-settings.js';
import { envExample, envPage } from './env-pages.js';
import { errorsPage } from './errors-page.js';
import { webhooksPage } from './events-table.js';
import { platformsPage } from './platforms-page.js';
import { privacyPage } from './privacy-page.js';
import { riskPage } from './risk-page.js';
import { sourcesPage } from './sources-page.js';

/** Routes are described by their shapes alone: reading a store or a catalogue while a route is made throws. */
const NOTHING = new Proxy({} as ApiContext, {
  get(_, name) {
    throw new Error(`a route reads ${String(name)} of its context while it is made: read it in the handler`);
  },
});

/** Every file that is generated from the source, wholly or in a marked part, by its path from the root of the project. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  const document = `${JSON.stringify(describeApi(apiRoutes(NOTHING)), null, 2)}\n`;
  const pages = everyRoute(NOTHING).filter(({ audiences, redirects }) => !audiences.includes('key') && !redirects);
  return {
    'docs/openapi.json': document,
    'docs/errors.md': errorsPage(),
    'docs/env.md': envPage(),
    'docs/platforms.md': platformsPage(),
    'docs/privacy.md': privacyPage(),
    'docs/risk.md': riskPage(),
    'docs/sources.md': await sourcesPage(),
    'docs/webhooks.md': webhooksPage(),
    '.env.example': envExample(),
    [COMPOSE_FILE]: composeFile(),
    'clients/typescript/schema.d.ts': await typesOf(document, 'docs/openapi.json'),
    'src/dashboard/client/schema.d.ts': await typesOf(JSON.stringify(describeApi(pages)), 'the operations that only pages use'),
  };
}

/** Types of the operations of a document. */
async function typesOf(document: string, source: string): Promise<string> {
  // A copy of its own: openapi-typescript changes the document that it reads.
  const types = astToString(await openapiTS(JSON.parse(document) as OpenAPI3));
  return `/** Written by \`npm run docs\` from ${source}: change the service's schemas instead. */\n${types}`;
}
