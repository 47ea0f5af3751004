import type { OpenAPIObject, OperationObject } from 'openapi3-ts/oas31';
import type { OpenAPI3 } from 'openapi-typescript';
import { describeApi } from '../../src/main/http/openapi/document.js';
import { ERROR_SCHEMAS } from '../../src/main/http/openapi/responses.js';
import { apiRoutes, type ApiContext, everyRoute, groupedRoutes } from '../../src/main/http/routes.js';
import { typesOf } from '../clients/client-types.mjs';
import { COMPOSE_FILE, composeFile } from './compose-settings.js';
import { envExample, envPage, secretSettings } from './env-pages.js';
import { errorsPage } from './errors-page.js';
import { webhooksPage } from './events-table.js';
import { cliPage } from './exit-codes-table.js';
import { grafanaDashboard } from './grafana-dashboard.js';
import { prometheusRules, runbookPage } from './monitoring.js';
import { operationsOfPages } from './operations.js';
import { platformsPage } from './platforms-page.js';
import { privacyPage } from './privacy-page.js';
import { riskPage } from './risk-page.js';
import { sourcesPage } from './sources-page.js';
import { testKeysPage } from './test-keys-page.js';

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
    'docs/cli.md': cliPage(),
    'docs/errors.md': errorsPage(),
    'docs/env.md': envPage(),
    'docs/platforms.md': platformsPage(),
    'docs/privacy.md': privacyPage(),
    'docs/risk.md': riskPage(),
    'docs/runbook.md': runbookPage(),
    'docs/sources.md': await sourcesPage(),
    'docs/test-keys.md': testKeysPage(),
    'docs/webhooks.md': webhooksPage(),
    'deploy/grafana/footprint.json': grafanaDashboard(),
    'deploy/prometheus/rules.yml': prometheusRules(),
    '.env.example': envExample(),
    'src/kernel/config/secret-settings.ts': secretSettings(),
    [COMPOSE_FILE]: composeFile(),
    'src/dashboard/client/page-operations.d.ts': await typesOf(
      resultsOnly(describeApi(pages)) as OpenAPI3,
      'the operations that only pages use',
    ),
    'src/dashboard/client/operations.ts': operationsOfPages(groupedRoutes(NOTHING)),
  };
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
